from __future__ import annotations

import pytest

from groundgraph.text.mentions import usual_names

SPOKEN = {
    "RestaurantsReservations": "takes reservations|Reserving helps|You may book a table",
    "OutdoorSeating": "Outdoor seating|an outside area|the patio|al fresco|sit outside"
    "|dine outdoors|sidewalk seating",
    "WiFi": "free Wi-Fi|WIFI|wi fi|wireless internet",
    "RestaurantsTakeOut": "takeout|take-away|food to-go|carry out|Carryout|take their food to go",
    "RestaurantsGoodForGroups": "groups|large parties|a group dining room",
    "GoodForKids": "kids|for children|family-friendly",
    "Music": "live music|a DJ|jukebox|karaoke",
    "BusinessParking": "ample parking",
    "garage": "a garage",
    "street": "street parking",
    "validated": "validated|validation",
    "lot": "its own lot",
    "valet": "Valet service",
    "divey": "a divey place|a dive bar",
    "RestaurantsDelivery": "delivery|delivers",
    "Caters": "caters|catering",
    "WheelchairAccessible": "wheelchair-accessible",
    "Alcohol": "alcoholic drinks|a full bar|beer and wine",
    "HasTV": "TVs|a television",
    "DogsAllowed": "Dogs|pet-friendly",
    "BusinessAcceptsCreditCards": "credit cards",
    "HappyHour": "Happy hour",
    "DriveThru": "drive-thru|drive through",
    "RestaurantsTableService": "table service",
    "BikeParking": "a bike rack",
    "Corkage": "corkage fee",
    "GoodForDancing": "dancing|to dance",
    "HasPoolTable": "a pool table",
}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, row in SPOKEN.items() for text in row.split("|")]
)
def test_a_field_is_found_by_its_usual_names(name: str, text: str) -> None:
    usual = usual_names(name)
    assert usual is not None
    found = usual.search(text)
    assert found is not None
    assert found.span() == usual.finds.search(text).span()  # type: ignore[union-attr]
    assert usual.search("Open daily, with good food.") is None


@pytest.mark.parametrize(
    ("name", "text"),
    [("street", "718 State Street"), ("lot", "a lot of food"), ("Caters", "caters to families")],
)
def test_what_only_looks_like_a_field_is_none(name: str, text: str) -> None:
    usual = usual_names(name)
    assert usual is not None
    assert usual.search(text) is None
