"""Old games, 1855 to 1886.  Moves and bare facts only; see :mod:`.historic`."""

from __future__ import annotations

from goclub.demo.club.historic_game import HistoricGame

LATE: tuple[HistoricGame, ...] = (
    HistoricGame(
        title="Castle game 11 of Shūsaku",
        black="Inoue Matsumoto Inseki",
        white="Hon'inbō Shūsaku",
        year=1855,
        month=1,
        day=5,
        place="Edo Castle",
        outcome="W",
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
        outcome="W",
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
        outcome="B",
        moves=(
            "qdocecdocdjcoqpoqpqorpeqpeqjnpcjqhpljqcflcoeleofpgjekfqcrcqbpdodnhrbrdnbrormqigc"
            "eegeegdhgqrkbocobpbncqgphpfqgofpbrhqipdrcrbdbcbefbgbehigkhpinmphqgogmjrirhsirfhn"
            "hojnhlhmglfmdgchekfnirejfjfieidjgjlokpghiijggghhjlhjijcccbacbbddedfkflabdcdfefde"
            "gffehehdffkilhjhgdfdfcgdfhjillgigkmpmnmqmo"
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
        outcome="B",
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
        outcome="W",
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
        outcome="B",
        moves=(
            "qddccppqepoccepofdfcedecgdhccjhqpeqjjqlqgphphogqiojpipiqkpfpfogognjokqeqgpfqdqeo"
            "dpjnimdrcrdscsfrirhrjrhskminhnfnhmgodndlnddococnbncmbmblekambodjckdkcldmcididhmc"
            "qlqnolojqhrhqglokolmlnmnknjljmqiqpppmlplpmpkqqroprorrrrpnrosnpnqmqoqqmmppnqomrrg"
            "rfohsgsipcobkcodoemenemdkemgncnblbmbpbkgmmhdjfhfjgkhjhjiiijjehonnnnomohhihmnomcd"
            "belloooplp"
        ),
    ),
)
