"""Words that tell what a name is the name of."""

from __future__ import annotations

from typing import Literal

from groundgraph.text.english.phrases import ROLES

NameKind = Literal[
    "person",
    "place",
    "organisation",
    "work",
    "people",
    "continent",
    "country",
    "state",
    "name",
]
"""What a name names; "people" is a nationality, "name" where no rule can tell."""


def _listed(names: str) -> frozenset[str]:
    return frozenset(" ".join(name.split()) for name in names.split(","))


CONTINENTS = _listed(
    """
    Africa, Antarctica, Asia, Caribbean, Central America, Earth, Europe, Latin America, Middle
    East, North America, Oceania, Scandinavia, South America, West Indies
    """
)
COUNTRIES = _listed(
    """
    Afghanistan, Albania, Algeria, Argentina, Armenia, Australia, Austria, Azerbaijan,
    Bangladesh, Belarus, Belgium, Bolivia, Bosnia and Herzegovina, Botswana, Brazil, Bulgaria,
    Cambodia, Cameroon, Canada, Chad, Chile, China, Colombia, Costa Rica, Croatia, Cuba,
    Cyprus, Czech Republic, Denmark, Ecuador, Egypt, England, Estonia, Ethiopia, Finland,
    France, Georgia, Germany, Ghana, Great Britain, Greece, Guatemala, Haiti, Hungary,
    Iceland, India, Indonesia, Iran, Iraq, Ireland, Israel, Italy, Jamaica, Japan, Jordan,
    Kazakhstan, Kenya, Kuwait, Latvia, Lebanon, Libya, Lithuania, Malaysia, Malta, Mexico,
    Mongolia, Morocco, Myanmar, Nepal, Netherlands, New Zealand, Nigeria, North Korea, Norway,
    Pakistan, Panama, Paraguay, Peru, Philippines, Poland, Portugal, Qatar, Romania, Russia,
    Saudi Arabia, Scotland, Serbia, Singapore, Slovakia, Slovenia, South Africa, South Korea,
    Soviet Union, Spain, Sri Lanka, Sudan, Sweden, Switzerland, Syria, Taiwan, Tanzania,
    Thailand, Tunisia, Turkey, UK, USA, Uganda, Ukraine, United Kingdom, United States, United
    States of America, Uruguay, Venezuela, Vietnam, Wales, Zambia, Zimbabwe
    """
)
STATES = _listed(
    """
    Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida,
    Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland,
    Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New
    Hampshire, New Jersey, New Mexico, North Carolina, North Dakota, Ohio, Oklahoma, Oregon,
    Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont,
    Virginia, Washington, West Virginia, Wisconsin, Wyoming
    """
)
PEOPLES = _listed(
    """
    Afghan, Albanian, American, Arab, Argentine, Armenian, Australian,
    Austrian, Bangladeshi, Belgian, Bengali, Bolivian, Brazilian, British, Bulgarian,
    Canadian, Catalan, Chilean, Chinese, Colombian, Croatian, Cuban, Czech, Danish, Dutch,
    Egyptian, English, Estonian, Ethiopian, Filipino, Finnish, French, German,
    Ghanaian, Greek, Haitian, Hungarian, Icelandic, Indian, Indonesian, Iranian, Iraqi, Irish,
    Israeli, Italian, Jamaican, Japanese, Jewish, Kenyan, Korean, Latvian, Lebanese,
    Lithuanian, Malaysian, Maltese, Mexican, Moroccan, Nepalese, Nigerian, Norse, Norwegian,
    Pakistani, Persian, Peruvian, Polish, Portuguese, Romanian, Russian, Scottish, Serbian,
    Singaporean, Slovak, Slovenian, Soviet, Spanish, Swedish, Swiss, Syrian, Taiwanese, Thai,
    Turkish, Ukrainian, Uruguayan, Venezuelan, Vietnamese, Welsh
    """
)
SAME: tuple[frozenset[str], ...] = (
    frozenset(["British", "English", "Scottish", "Welsh", "Irish"]),
    frozenset(["UK", "United Kingdom", "Great Britain", "England", "Scotland", "Wales", "Britain"]),
    frozenset(["US", "U.S.", "USA", "United States", "United States of America", "America"]),
    frozenset(["Soviet Union", "Russia"]),
    frozenset(["Soviet", "Russian", "Ukrainian"]),
)
"""Names of which one can be right where another is."""

HEADS: dict[str, NameKind] = {
    **dict.fromkeys(ROLES - {"band", "model", "star", "ace"}, "person"),
    **dict.fromkeys(
        """boxer wrestler athlete swimmer cyclist quarterback pitcher outfielder fighter songwriter
        screenwriter filmmaker choreographer conductor pianist violinist painter sculptor architect
        engineer historian economist activist astronaut aviator explorer soldier criminal gangster
        murderer assassin comic narrator cinematographer lyricist playwright critic broadcaster
        host celebrity personality entertainer illustrator cartoonist photographer biologist
        mathematician astronomer inventor missionary saint theologian surgeon psychologist
        philanthropist investor banker magistrate earl baron lord queen racer skater skier jockey
        man woman boy girl person people brother""".split(),
        "person",
    ),
    **dict.fromkeys(
        """film movie album song single novel book play musical opera series sitcom show drama
        comedy episode soundtrack magazine newspaper journal game poem ballet symphony manga anime
        cantata trilogy documentary biography memoir cartoon telefilm miniseries podcast""".split(),
        "work",
    ),
    **dict.fromkeys(
        """city town village county state province district region country island river lake
        mountain hill valley suburb neighborhood neighbourhood municipality commune parish borough
        capital street road park stadium arena airport station building tower hotel museum bay sea
        peninsula continent territory archipelago settlement location area place port beach creek
        castle palace bridge hall theatre theater prefecture township canton estate""".split(),
        "place",
    ),
    **dict.fromkeys(
        """band company corporation group team club university college school institute agency
        organization organisation network station label studio publisher manufacturer brand chain
        party army navy regiment church society association league conference orchestra duo trio
        quartet family newspaper airline bank retailer committee foundation charity gang
        conglomerate franchise subsidiary broadcaster channel""".split(),
        "organisation",
    ),
}
"""What a noun says of the name that it is said of: "Parma is a city"."""

PARTS: dict[str, NameKind] = {
    **dict.fromkeys(
        """University College School Institute Academy Company Corporation Corp Inc Inc. Ltd Records
        Orchestra Club F.C. FC Association Federation League Party Army Navy Church Group Bank
        Entertainment Pictures Studios Studio Productions Airlines Conference Museum Society Agency
        Network Council Committee Union Press Brothers Industries Motors Publications Books
        Regiment Division Holdings""".split(),
        "organisation",
    ),
    **dict.fromkeys(
        """County River City Street Lake Mountain Mountains Island Islands Park Stadium Airport Bay
        Beach Avenue Road Valley Hills Hill Castle Palace Tower Bridge Hotel Square District
        Province Region Peninsula Sea Ocean Strip Speedway Dome Superdome Arena Center Centre Creek
        Coast Heights Canyon""".split(),
        "place",
    ),
    **dict.fromkeys(
        "Sir King Queen President Prince Princess Saint Lord Captain".split(), "person"
    ),
}
"""What a part of a name says of it: "Adelphi University"."""
