"""Old games, 1795 to 1843.  Moves and bare facts only; see :mod:`.historic`."""

from __future__ import annotations

from goclub.demo.club.historic_game import HistoricGame

EARLY: tuple[HistoricGame, ...] = (
    HistoricGame(
        title="Hayashi Genbi and Yasui Chitoku",
        black="Hayashi Genbi",
        white="Yasui Chitoku",
        year=1795,
        month=6,
        day=1,
        place="",
        outcome="W",
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
        outcome="B",
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
        outcome="W",
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
        outcome="W",
        moves=(
            "cppqqdeqecocqopfqeoeqgjccdopiqdnepfpeodqcocqlqckciekbmehpbobhccedecfbddfeecmcnbl"
            "dmclgrfrgqfqfmgprqpnqmipjqenfoemfnineldlflfkdjdkhlolgkefnqqlqnplonnnpcooqrdcddfc"
            "ebfefffggfhbgbhdicidjdgcibhfggghhggehhgjgihkeidhfhdiglhjjljfkdjhegchigifjgkgkhlf"
            "lgkfjifbhaeadbkblblckcmbjblagafajajkkkikilkjjjfjljklkiiiihlkjnkjbqbrkkdacbkjmhmj"
            "kkcabbkjbelicgbgbhdgbffgarbpegaqcgjo"
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
        outcome="W",
        moves=(
            "qddccpocoqeqceqpiqdnepdpdodqcoeofpcqbqbrcmenbpgrhpdlarfqgobscldkckdjcjdiglcieegc"
            "fkgjfjfifdfccccbddecfhgieiehejfgdhegcgdmfmbjakcfbfdfbgbcbdcddeffccadfecddgefcche"
            "bbcdhfgecccnbncdgfggccacajbiblbhaecdhgghccfoabgphojijfjdpfjkhkijihiiqmpomppqoroe"
            "ngmfmglgnflfnemdndncmelekhlhkimhlkjmmjhmgnnhidiciehckjjhkgknikjjlolmonjpkljljoko"
            "kpnmjnllnknooonpopjqirjripiniomqnnmojslplsprrorppprrqolrmspsnqqcrcpc"
        ),
    ),
)
