"""The facts of the booklet as they are written, row by row: nothing here is read from the data files."""

from __future__ import annotations

TRAITS = {
    "physique": (
        "athletic brawny corpulent delicate gaunt hulking lanky ripped rugged scrawny short sinewy slender "
        "flabby statuesque stout tiny towering willowy wiry"
    ),
    "face": (
        "bloated blunt bony chiseled delicate elongated patrician pinched hawkish broken impish narrow "
        "ratlike round sunken sharp soft square wide wolfish"
    ),
    "skin": (
        "battle-scar birthmark burn-scar dark makeup oily pale perfect pierced pockmarked reeking tattooed "
        "rosy rough sallow sunburned tanned war-paint weathered whip-scar"
    ),
    "hair": (
        "bald braided bristly cropped curly disheveled dreadlocks filthy frizzy greased limp long luxurious "
        "mohawk oily ponytail silky topknot wavy wispy"
    ),
    "clothing": (
        "antique bloody ceremonial decorated eccentric elegant fashionable filthy flamboyant stained foreign "
        "frayed frumpy livery oversized patched perfumed rancid torn undersized"
    ),
    "virtue": (
        "ambitious cautious courageous courteous curious disciplined focused generous gregarious honest "
        "honorable humble idealistic just loyal merciful righteous serene stoic tolerant"
    ),
    "vice": (
        "aggressive arrogant bitter cowardly cruel deceitful flippant gluttonous greedy irascible lazy "
        "nervous prejudiced reckless rude suspicious vain vengeful wasteful whiny"
    ),
    "speech": (
        "blunt booming breathy cryptic drawling droning flowery formal gravelly hoarse mumbling precise "
        "quaint rambling rapid-fire dialect slow squeaky stuttering whispery"
    ),
    "background": (
        "alchemist beggar butcher burglar charlatan cleric cook cultist gambler herbalist magician mariner "
        "mercenary merchant outlaw performer pickpocket smuggler student tracker"
    ),
    "misfortune": (
        "abandoned addicted blackmailed condemned cursed defrauded demoted discredited disowned exiled framed "
        "haunted kidnapped mutilated poor pursued rejected replaced robbed suspected"
    ),
}
"""Rows 1 to 20 of each table, a word each."""

GEAR = {
    "dungeoneering": (
        "rope 50 ft; pulleys; candles 5; chain 10 ft; chalk 10; crowbar; tinderbox; grappling hook; hammer; "
        "waterskin; lantern; lamp oil; padlock; manacles; mirror; pole 10 ft; sack; tent; spikes 5; torches 5"
    ),
    "general_1": (
        "air bladder; bear trap; shovel; bellows; grease; saw; bucket; caltrops; chisel; drill; fishing rod; "
        "marbles; glue; pick; hourglass; net; tongs; lockpicks; metal file; nails"
    ),
    "general_2": (
        "incense; sponge; lens; perfume; horn; bottle; soap; spyglass; tar pot; twine; fake jewels; blank "
        "book; card deck; dice set; cook pots; face paint; whistle; instrument; quill & ink; small bell"
    ),
}
"""Rows 1 to 20 of each table; a number at the end is how many there are."""

COUNTED = ("candles", "chalk", "spikes", "torches")

ALIGNMENT = ("law",) * 5 + ("neutrality",) * 10 + ("chaos",) * 5
ARMOR = ((),) * 3 + (("gambeson",),) * 11 + (("brigandine",),) * 5 + (("chain",),)
HEADGEAR = ((),) * 13 + (("helmet",),) * 3 + (("shield",),) * 3 + (("helmet", "shield"),)

SPELLS = (
    "bend fate; charm; command; counterspell; elemental wall; frenzy; haste; hover; mirror image; pit; "
    "pull; push; raise dead; sleep; smoke form; summon cube; swarm; teleport; ward; web"
)

WAGES = {
    "laborer": 1,
    "scribe": 2,
    "archer": 3,
    "mason": 4,
    "man-at-arms on foot": 6,
    "armorer or blacksmith": 8,
    "mounted man-at-arms": 12,
    "master builder": 15,
    "barber-surgeon": 25,
    "knight": 25,
}
