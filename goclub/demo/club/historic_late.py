"""Old games, 1846 to 1886.  Moves and bare facts only; see :mod:`.historic`."""

from __future__ import annotations

from goclub.demo.club.historic_game import HistoricGame

LATE: tuple[HistoricGame, ...] = (
    HistoricGame(
        title="The ear-reddening game",
        black="Hon'inbō Shūsaku",
        white="Inoue Gennan Inseki",
        year=1846,
        month=9,
        day=11,
        place="Osaka",
        handicap=0,
        result="B+2",
        moves=(
            "qddcpqoccpcfepqopenppoppopqpoqoopnqqnqonpmomplmpmqolpklqlrkrlpkqqrrrrsmrnrprpsqs"
            "nomoqrrmrlqslomnqrqmorqlqjrjrirklnmmqirqjnlsnsgqgockkcicpcnjkeogohpbqbngmimjndph"
            "qgpghqhririqhpjrfclcldmclbmbmdqfpfqhrgrhshrfsgpjpioiojniqkokqekbjbkajcobjaladbcc"
            "fecngrisfqiojiebfbegdjdkejcjdhijhmgjehflfgerdmfndngnjjjkkkiiikjlkliljhcodoihhnhl"
            "bldgghchigeccrfdgdedgcbkcmgsgplikginljlggmjfjgimfmkflfmflegfhfffgglkkjkmlmlljmge"
            "heefeacbfrfsdrqaraparbdagifjfifagaglekemhoelenjokncilhmhmgdieilgqnrnreslmgbmamlg"
            "eqesmghagblgdshsmgsjsilgsrsqmghdhblgrosomgssqslgsnrpmgclbnlgmlmkmgpjsflgnnnlmgib"
            "ialgncnbmgjdkdlgmanamgqcrclgjsksmghcidlgfkhjmghhhglggkhkmgaklgalbmnfodkimskpipjp"
            "lrojmreasr"
        ),
    ),
    HistoricGame(
        title="Castle game 1 of Shūsaku",
        black="Hon'inbō Shūsaku",
        white="Yasui Sanchi IX",
        year=1849,
        month=12,
        day=31,
        place="Edo Castle",
        handicap=0,
        result="B+11",
        moves=(
            "qdqpdccecifddedfeecdecccicoccoepdqeqdrcmcndmeocgenemfegmfihpnqkqqqrqpqrrpoqopnqn"
            "pmqmplkcpeoeofneqlqbogdjdieiehejbfdhchdgbgcfbjfhgqhqgpgrfrhrgofgjckdhfoipipjphmj"
            "qjifhehgmhbkbelhlgkhimiehdmillkkhmikrlrcrdmqmrlrmplqblakajcjbhclsospsmsrhkpfqcrb"
            "qegnhoiojohninipglfmloerdpfqkldndofolkbpbqbrcqbdaebnboaobmamanbiaibnaqalapkjhimg"
            "mfnhnfmcqrrsnrnlnmmlmmjbibkadbdscsescrcbiajpkplfmesdsescqfhjgjijncnbndodmdlclekf"
            "lsksmsjrpbobpcpaihgfgefkgkjljmilhlfjgidaeacaojnjokolljiihhjhignkpkggngmhjgkgandd"
            "edaoohanadacflellpqspsppopomonlirmrornsnjakbsorpidnisn"
        ),
    ),
    HistoricGame(
        title="Castle game 7 of Shūsaku",
        black="Inoue Matsumoto Inseki",
        white="Hon'inbō Shūsaku",
        year=1852,
        month=12,
        day=27,
        place="Edo Castle",
        handicap=0,
        result="W+2",
        moves=(
            "cppqqdeqdccedofddeddedcdeceefedfefegdecceedgncqnfpgqqjcldqpipjoiojnirhidgfnememf"
            "mdlfkeifkfhgkhggljodpeocoblikimjlkpbmboeqcqhrgpfqflhcbbbhcjqekdjnqpolqgpejdigiic"
            "ibhdgbghpcerjpiqbmcrblbkcmdlbjckakbqfmdmdnhihjgjgkfihkqimkripgofqgkdlenjnkqlrjog"
            "kphnhminproroqqrppqqnropbpdbebgchbcabhkckbpsgnipknnoeidhbfbgcgbiaichagcjcicfmobi"
            "ajbgcimnnpoolnmmkrjrardraqbeomimilgofoalamafpmqmsmrmsksnsilgiijmnsklkkjljkjokokq"
            "lrlbjblclaahbrcqfqfrepbseaslfjgirkplolelfljsosprdacblmllmlnmfcgdjgihighfjhkslsem"
            "enpkokpdqephfgehpnqojniorljejcjdgehedpbialsm"
        ),
    ),
    HistoricGame(
        title="Thirty-game match, game 21",
        black="Ōta Yūzō",
        white="Hon'inbō Shūsaku",
        year=1853,
        month=8,
        day=19,
        place="",
        handicap=0,
        result="jigo",
        moves=(
            "qepcpqcdeqqiqnqdpendohqlcpcjpkoinhphofnimhmekcmcecdepgplhckqmqqpolppqkrkrjrlqjom"
            "nkoqqqorrprooprqqospporppmnmqmnprmmilimjoonomnnnkplpllmklqjpkokrmpmolonqhpjokmin"
            "imhmmlnlokkkilkilhjnklkjhlkhgmhniqjqfkkfclfodifqepgqcffmifriqhpirdrcrfdfcgejdjek"
            "dkelhiihhhfhhgnfsddceddbbdbcbeebfbgfkelgfefffjdgdhglgkflfirgocobodqbsgshsferdrfr"
            "eefagcbbacabddceeaccgadacolbkbqgqfrhpdqcoejelcmbjgkgfpgpeofnlejfdmdscrijiihjhkie"
            "eijcjbicibngogcsbsesmsbrbqasmgmfncnbbfadaeghhfjhigendnkagelfmmnsmrhdkdqrjdidgdhb"
            "scsbnrosksjslsaqapaoarknlnaqbpsnrnfahalaeaonskfagjikeasmslsosjfagogneadqcqfaarbs"
            "earesefairjreamdefeggifabacaeajaiafaljlkeachbhfaehldeaciagfahohqearlqlfahripealr"
            "lpfarrpreajmjlfagrioeadodpfagbfgjkjjaqacea"
        ),
    ),
    HistoricGame(
        title="Castle game 10 of Shūsaku",
        black="Yasui Sanchi IX",
        white="Hon'inbō Shūsaku",
        year=1853,
        month=12,
        day=17,
        place="Edo Castle",
        handicap=0,
        result="W+1",
        moves=(
            "qdqoodceeqcpoppqoqpreddcecdbdndoeocnencmjppnjcqicqbqdpcocrfpepdfdlcklpqfhdmcocle"
            "pjpinjoinijekhhegehfidlglhgjmgmfnggfebgldkcjgnrekdjfojrcrdsdqcorrbrkijikjkilhjgk"
            "inmrefghdecffgihgghihgegehdgfffhigoenenfofpemelfldogejeiohpflrmqiihhjhlqkqmploea"
            "ddcdqkqjqlrlonjlkkfbgcbrdidhdjcifiehpgofphqhqmrmkrcsdrhacccbdacaiagaibomnnpmmljn"
            "kljjjikmjonlnkpkknoljmmomnqgnhscsbsefjgifmdmelmsbsasdsbsclblqerfhmimhbbcppqplmmd"
            "ndmblbobpapbqbnbqajdlcpdpclsksnqnonmfcfammjggmfk"
        ),
    ),
    HistoricGame(
        title="Castle game 11 of Shūsaku",
        black="Inoue Matsumoto Inseki",
        white="Hon'inbō Shūsaku",
        year=1855,
        month=1,
        day=5,
        place="Edo Castle",
        handicap=0,
        result="W+R",
        moves=(
            "qddccpocepcfpqqopeqjndmcopjqpnqnqkpkplrkrlqlqmpoqkoookqlrnojqkpjnoonnlmmnjnimjnp"
            "nqmpmqlplqkqmiqqqroroqrrrqqpprqlpmslqkrprsqlrmqfpfqgnhsrkrjrlsjcckgmgoinkdlbphri"
            "decedbddebcbccbccabbedeeecdfhcdlcldnbngqfrichdiefeffgehbgbpgogoiohremdkgodibhmhn"
            "gngljnjmjoimkmklkpmo"
        ),
    ),
    HistoricGame(
        title="Castle game 12 of Shūsaku",
        black="Itō Shōwa",
        white="Hon'inbō Shūsaku",
        year=1856,
        month=12,
        day=14,
        place="Edo Castle",
        handicap=0,
        result="W+R",
        moves=(
            "qddccpoqeqoccecickedkcpfodpdpepcqeoendqcrcrbqgofrdmbldlgsbraphncnenghddfpoqpqorp"
            "qkcfmqfpfqhplbnpmcmalocmfnemfmflglelepgkhljqfjfknomplpkrlrgqjgkqlqlimhpkoimomnln"
            "knlmjoqlnmnkmlkmjmjlklimjnlllkkkmkhnilkjipiqhmnjmimjljkioopqplklmmolpmlhhjpjmgrk"
            "rlqjlfiiijhigihhrmgjinomqmrhriqirgroqhrjojokshqnpnnnonrnniopgrnldncl"
        ),
    ),
    HistoricGame(
        title="Castle game 13 of Shūsaku",
        black="Hon'inbō Shūsaku",
        white="Yasui Sanchi IX",
        year=1858,
        month=1,
        day=1,
        place="Edo Castle",
        handicap=0,
        result="B+R",
        moves=(
            "qdocecdocdjcoqpoqpqorpeqpeqjnpcjqhpljqcflcoeleofpgjekfqcrcqbpdodnhrbrdnbrormqigc"
            "eegeegdhgqrkbocobpbncqgphpfqgofpbrhqipdrcrbdbcbefbgbehigkhpinmphqgogmjrirhsirfhn"
            "hojnhlhmglfmdgchekfnirejfjfieidjgjlokpghiijggghhjlhjijcccbacbbddedfkflabdcdfefde"
            "gffehehdffkilhjhgdfdfcgdfhjillgigkmpmnmqmo"
        ),
    ),
    HistoricGame(
        title="Ten-game match, game 3",
        black="Murase Shūho",
        white="Hon'inbō Shūsaku",
        year=1861,
        month=9,
        day=25,
        place="",
        handicap=0,
        result="B+2",
        moves=(
            "qddcpqoccpqopeqknpcfqiiqfqlqqmrmlcqbfcndidpmqprockeerbqcrcmenfhcicibjbhbhdfbccdb"
            "bfbecgbgdfcebhafmfkdkcjdjclflgkfifkgchlhdeddefphnemdldleqhrqmokomqlrnhbpbqcqdqcr"
            "brdpcordredrdoeqepfpdqpderqeqfoommfffeedqdfgsdkmnbobhhgejhmbmkgpgqhqplqlompngnej"
            "ehgihigjhjglgdegdgfdkjildlljlkkijikkjjmgmcnclbnamjlingmrnrokolpkqrrrgcgblahoforj"
            "rioilpkpnkelmajfhfjeemdidhfmdkbjcjbiciahaiajbkendmfngohpeopiqjrkrsqqoroppprpoqlo"
            "mpgrfrhrekhnlnknnboafjfigmflfkhmak"
        ),
    ),
    HistoricGame(
        title="Ten-game match, game 2",
        black="Hayashi Shūei",
        white="Itō Shōwa",
        year=1870,
        month=5,
        day=1,
        place="",
        handicap=0,
        result="B+R",
        moves=(
            "cppqdceqqdcfdedfceefhqhpiqcmdndmencqcnbqfpfqdkelfjfkgpgjfididjglgihjhicifmijiiji"
            "jjkijkillkmiignkkmjnjmhnikhljpjonlolnmlnlmokholonomppnioipgnlqmqlpmrdpdqmomnnnep"
            "foeofnbmekflqqqpppoppoqrrqorjrcceegfbkboiefefdgdfcjfhehgjhifkhlhkgjelgmgmfnggeff"
            "hchfleoeliljkjlinfofogniohqlqgrornrpqmrljlmkhkgkmlqeremcpdndlcqhpgocpbpcqcoblbqb"
            "rbparardrcrgrfrhpembldnabfbgbejcicbjjbkqkpkrlrlsgqgrhrfrjsksgooifh"
        ),
    ),
    HistoricGame(
        title="Kobayashi Tetsujirō and Shūei",
        black="Kobayashi Tetsujirō",
        white="Hon'inbō Shūei",
        year=1885,
        month=9,
        day=13,
        place="",
        handicap=0,
        result="W+R",
        moves=(
            "cppqdceqqdcedofddeddedcdeceefedfefegdecceedgckhdheiehfocidqfpepfoemdicqbpiohmeld"
            "leoipkqnojqjpjmimknenfndofphqimfqhpgmglflgkenhnikgkiiglkmlkkhqfpkmjhjglpdqdldkfl"
            "ekfngmfmmompjjqepdmhnglmlnikgofohkilhmjnknhlglgkhjfkijkljoiniohngnhogpkojqgiihjm"
            "gqirjrmnfidrcrfrelkqkrlriqgrhrksfqepgsfseres"
        ),
    ),
    HistoricGame(
        title="Kobayashi Tetsujirō and Murase Shūho",
        black="Kobayashi Tetsujirō",
        white="Murase Shūho",
        year=1886,
        month=3,
        day=21,
        place="",
        handicap=0,
        result="B+R",
        moves=(
            "qddccppqepoccepofdfcedecgdhccjhqpeqjjqlqgphphogqiojpipiqkpfpfogognjokqeqgpfqdqeo"
            "dpjnimdrcrdscsfrirhrjrhskminhnfnhmgodndlnddococnbncmbmblekambodjckdkcldmcididhmc"
            "qlqnolojqhrhqglokolmlnmnknjljmqiqpppmlplpmpkqqroprorrrrpnrosnpnqmqoqqmmppnqomrrg"
            "rfohsgsipcobkcodoemenemdkemgncnblbmbpbkgmmhdjfhfjgkhjhjiiijjehonnnnomohhihmnomcd"
            "belloooplp"
        ),
    ),
)
