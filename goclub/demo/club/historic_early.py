"""Old games, 1667 to 1843.  Moves and bare facts only; see :mod:`.historic`."""

from __future__ import annotations

from goclub.demo.club.historic_game import HistoricGame

EARLY: tuple[HistoricGame, ...] = (
    HistoricGame(
        title="A castle game of 1667",
        black="Yasui Chitetsu",
        white="Hon'inbō Dōsaku",
        year=1667,
        month=12,
        day=5,
        place="Edo Castle",
        handicap=0,
        result="W+5",
        moves=(
            "cpeqhqoqqoqqqldccecldocifpqdockceddddeeefdefbcfbhdbbdgfgchdiehgheijfhgigiehhkdld"
            "kejcicbhbgdheggeebdbeceagdbdbeaccgbiekelflemdkfjejcnbjfmbkcqbqbrdqcrdrbpboepdpeo"
            "erfqapndlcmclbmblemdqcpdrdpcrbqbrckgmfmhngpbqfqerepfqgpgnhqhrhniohphoirirgpkmipl"
            "njqmglhohfikiljlimhkgmiqgqfrjkjjkkipgnfomqkjkqjrjoiopppqnojnlonpopnqknmomnoompon"
            "qjqkrjpjqipirkrlggfhfflkkllljmlilhkhkrhribkbnrormr"
        ),
    ),
    HistoricGame(
        title="A castle game of 1669",
        black="Hon'inbō Dōsaku",
        white="Yasui Santetsu II",
        year=1669,
        month=11,
        day=13,
        place="Edo Castle",
        handicap=0,
        result="B+13",
        moves=(
            "ocqpoqlqeqcdecjccpqjpkqkpmponponmoiqqrmnlnmmqlpjokojnklmnjniminhqdmhljlimjknlokl"
            "kilhjjkomqlrqgkhjhjgihighhhgphohghdelcgckfpfqfndncggidicfgffkgldgfhefegeeffdmfle"
            "dfcfcgbfccbcbbcbdcabeebgiehfhdgdhchbibjbgbiafbjeedffdbbagfjdnnnmnoomjmkmchcobpcl"
            "cncjhrhqgrgqirjrcmelejdmdnendkdleofofnemep"
        ),
    ),
    HistoricGame(
        title="A castle game of 1674",
        black="Yasui Santetsu II",
        white="Hon'inbō Dōsaku",
        year=1674,
        month=12,
        day=21,
        place="",
        handicap=0,
        result="W+6",
        moves=(
            "qdocmcqoepceodqincpqiqkqcjgqgpcpcqbqdqbocgdcgchqhpircndofqipiojpbndnfnclblcrdrcs"
            "aodmbmbpelckbkdjcifoeofmemengngmhnknekdkpjpiojoinjrknidhdiejgkqepeqfrdngpfpgfhgj"
            "hjeifjehbffgghggbehhhiihkjjdefdfdgegdefdgdfegefchfjfjbjjkkikjlhkhlilimjijkijflkb"
            "kcjciblclbkdkambkcchbhkblaplnmnbobnlmlommmnonnoogbffcdlnlhhgccrgrecbbbfrerdbrfqg"
            "grhrfsjmkmjnlmbaabfbkcfigikbqjrjkciigjkbqkqlkcbcbdkbonpnkcbibjkbbrarkcbgagkbdsbs"
            "kcldmeificnkmkofnhoepdohmglflgmfnekililejgnfndinhmddcfeeidkgkhkfjhiehedfmnmosgsh"
            "sfcefaeagajohoapandehsisgs"
        ),
    ),
    HistoricGame(
        title="Ten-game match, game 8",
        black="Hon'inbō Dōchi",
        white="Inoue Dōsetsu Inseki",
        year=1706,
        month=4,
        day=18,
        place="",
        handicap=0,
        result="B+4",
        moves=(
            "qdcppqocecdecdceddeepeqiqmqfpfqgmdfcfbeddbgcgbhccncldpdqepcodneqcqcrbqbrfqfpbpbo"
            "drerfrdsbnaqckfodoapdliqkqcicjdihrjqgpgohpkplqgmjojphonqmpnpmokoknhqgqjnjminhnhm"
            "gnlnkmimlolllmmnmmnnnonmmloomqnlopmkkkmjkilkjkiopolhpiphohpjlimimhlgoknkmglfojoi"
            "nikjpiflfnjipgoimfpilekhjcrcqcrdqereiehfifhgkfqbpbrbobhbbebfbdjbkbonqnkckdnbpcka"
            "lblcmcicldrlqkrkrjrijhljihiihhrorqkrnrrmrnqlghgjfghenjbielfkpkqjsmblbkakdkbjirjr"
            "iddgafbghdgdfffehamsnsfmisemdmplkgolnhfsgspnqoslsngafacbbaehamalhihjlslrmriaigga"
            "lahapaagaeeneoqaefdfpmjaipes"
        ),
    ),
    HistoricGame(
        title="Hayashi Genbi and Yasui Chitoku",
        black="Hayashi Genbi",
        white="Yasui Chitoku",
        year=1795,
        month=6,
        day=1,
        place="",
        handicap=0,
        result="W+R",
        moves=(
            "cppqqdedoceqhqdocodncmjqqoqlhojofodpcqdmclgpoonpnompqqqrppoqjpkpipknkqlqkrjrhmdl"
            "dkekejgnhnfkfmgmgldjckflgoeilokolrmrqjolojrqlpmqnmnkllnjoiniohklpmpknlokkkjlljnh"
            "oglhkikhjiijgrmklkigomkciihicjfjkemehjoendnepfpcpdodobmchhhggifhccdcdecdddbccbec"
            "cebddhbefghlgkegdgffbfbbehhkgjgheffifngfmblbncmdnarkrjafbgdrcrrplnikdqfperfrdsdi"
            "ciagahaebhsjsiskrirnrosoqnrmngmgirlsfsqpfqep"
        ),
    ),
    HistoricGame(
        title="The friends and rivals Chitoku and Genjō",
        black="Nakano Chitoku",
        white="Hon'inbō Genjō",
        year=1812,
        month=5,
        day=12,
        place="",
        handicap=0,
        result="B+R",
        moves=(
            "qddccppqceeqiqcicmeigcedjcocbcbbdhdicccbebdbdffefgchffhemcbfeefdbeoeqggbhbcffbdd"
            "deldghiflckdkcihfjdlclckdmelhjiolqeggfidjjphqhpipgogrjemefnqkiikijkggqeocqqkqjpj"
            "qlplrkqmpkokhgdrmqgkigjhgjhrhqgrirbkcrfqnrornpopoqfihhnqmpqkoqicibnqpkjghkqkoqrl"
            "nqqererdqfqcpepdqebocoanbmamalblbnakbpprppqpooqopbpcobnefngngogmfohlho"
        ),
    ),
    HistoricGame(
        title="The blood-vomiting game",
        black="Akaboshi Intetsu",
        white="Hon'inbō Jōwa",
        year=1835,
        month=None,
        day=None,
        place="",
        handicap=0,
        result="W+R",
        moves=(
            "cppqqdedoceqqoqkqiopiqdnepdpdodqcoeofpcqbqbrcmgrhpenbpckdldkelgncrdrbsfqgoarhngm"
            "hmglekhldiiohofochcdlqpngcqndccceccfilgpnqicfdlcbgbfafbidjehfjqgoiqepdnfokpkolpj"
            "rnrmqqqrrrqprqprrppoppmpqmpmnpmqmolplokpnonrorqpmrropilrnsipjrhqjnkokqknjmkmikmk"
            "mmirjqkkminmmlkiljlkkjjjkllllmojmgjljknjniiminjokljsksjlimiskleiejjlhrhsklcnbnjl"
            "gsfsklhiijjllsjihjoekgjggincjfnbreifjehdfegffffgggghhgfigjighhhfiirfpepflekdadkh"
            "qfefdeqeldlgkcjdqfdbebqejbodibmfqfjpkrqelfkfqfhcqehbpgogofcgbhpfphbbdacbfhacegbd"
            "oboaofmhrjkl"
        ),
    ),
    HistoricGame(
        title="Hayashi Hakuei and the young Shūwa",
        black="Hayashi Hakuei",
        white="Tsuchiya Shūwa",
        year=1839,
        month=4,
        day=24,
        place="",
        handicap=0,
        result="W+R",
        moves=(
            "cppqqdeqecocqopfqeoeqgjccdopiqdnepfpeodqcocqlqckciekbmehpbobhccedecfbddfeecmcnbl"
            "dmclgrfrgqfqfmgprqpnqmipjqenfoemfnineldlflfkdjdkhlolgkefnqqlqnplonnnpcooqrdcddfc"
            "ebfefffggfhbgbhdicidjdgcibhfggghhggehhgjgihkeidhfhdiglhjjljfkdjhegchigifjgkgkhlf"
            "lgkfjifbhaeadbkblblckcmbjblagafajajkkkikilkjjjfjljklkiiiihlkjnkjbqbrkkdacbkjmhmj"
            "kkcabbkjbelicgbgbhdgbffgarbpegaqcgjo"
        ),
    ),
    HistoricGame(
        title="Itō Matsujirō and the young Shūwa",
        black="Itō Matsujirō",
        white="Tsuchiya Shūwa",
        year=1840,
        month=6,
        day=8,
        place="",
        handicap=0,
        result="B+6",
        moves=(
            "qdedocqpdodqcqcddpeqcrhqcjopqjjcqmlpcgdkdjekblejehpiqiphokmilcclcmbmckdlbndmcnqh"
            "mkhogcgehdjeheldmdmekdlekcmcndjdkekfmbjgdccfdfcecbbgchbbbaccebabifjfhhomrnplpjro"
            "ngnhmgkiogqerdpflfpdpciipoooqorpnjnibhgfeeecdbddhffeihfcfbhbgbjbefagahbegjlbnckb"
            "mcfofpfqlmregngolokoknmomnlnbcadloqlrllnengkhkgllobkamlnjhkhlofhnolnonnpnnlokmei"
            "jipnml"
        ),
    ),
    HistoricGame(
        title="Yasui Sanchi and Shūwa",
        black="Yasui Sanchi IX",
        white="Hon'inbō Shūwa",
        year=1843,
        month=4,
        day=18,
        place="",
        handicap=0,
        result="W+R",
        moves=(
            "qddccpocoqeqceqpiqdnepdpdodqcoeofpcqbqbrcmenbpgrhpdlarfqgobscldkckdjcjdiglcieegc"
            "fkgjfjfifdfccccbddecfhgieiehejfgdhegcgdmfmbjakcfbfdfbgbcbdcddeffccadfecddgefcche"
            "bbcdhfgecccnbncdgfggccacajbiblbhaecdhgghccfoabgphojijfjdpfjkhkijihiiqmpomppqoroe"
            "ngmfmglgnflfnemdndncmelekhlhkimhlkjmmjhmgnnhidiciehckjjhkgknikjjlolmonjpkljljoko"
            "kpnmjnllnknooonpopjqirjripiniomqnnmojslplsprrorppprrqolrmspsnqqcrcpc"
        ),
    ),
)
