/**
 * The cards: a target and four forbidden words each, in two lists of our own writing, and whether a clue is foul.
 * No target stands on two cards; the words of a card have no form in common.
 */
import { formsOf, spokenWords } from './inflection.js';

/** The lists; no target of one stands in the other. */
export const CARD_LISTS = ['training', 'evaluation'] as const;
export type CardList = (typeof CARD_LISTS)[number];

export type Card = { readonly target: string; readonly forbidden: readonly string[] };

// One card a line: the target, then the forbidden words.
const LISTS: { readonly [list in CardList]: string } = {
  training: `
    apple fruit tree red pie
    anchor ship sea chain heavy
    bakery bread shop cake oven
    balloon air birthday helium pop
    banana yellow fruit peel monkey
    beach sand sea sun holiday
    bee honey sting insect buzz
    bicycle wheel ride pedal two
    bird wing fly nest feather
    book read page library story
    bread flour bake loaf butter
    bridge river cross over water
    bucket water pail spade carry
    butter bread milk yellow spread
    cactus desert spine plant green
    calendar date month year day
    camel hump desert sand animal
    camera photo picture lens take
    candle wax flame light birthday
    castle king knight tower medieval
    cat animal purr kitten mouse
    chair sit table leg seat
    cheese milk mouse yellow pizza
    chess king board game queen
    church priest pray god tower
    circus clown tent elephant acrobat
    clock time hour wall tick
    cloud sky rain white weather
    coffee drink black cup morning
    compass north needle direction map
    crown king queen gold head
    dentist tooth doctor drill mouth
    desert sand dry hot camel
    diamond ring jewel carbon hard
    doctor hospital sick nurse medicine
    dolphin sea mammal fish clever
    dragon fire fly monster knight
    drum beat stick band music
    duck bird water quack pond
    eagle bird fly feather america
    ear hear head sound listen
    egg hen breakfast yolk shell
    elephant trunk big grey animal
    farmer field cow tractor animal
    feather bird light wing pillow
    finger hand thumb ring five
    fire hot burn flame smoke
    flag country wave pole nation
    flower petal garden rose smell
    forest tree wood animal leaf
    fork knife eat spoon table
    frog green jump pond prince
    garden flower plant grow vegetable
    ghost dead scare white haunt
    giraffe neck long animal africa
    glove hand finger winter wear
    goat animal milk horn beard
    grass green lawn cut field
    guitar string music play rock
    hammer nail tool hit wood
    hat head wear cap sun
    honey bee sweet bear sticky
    horse ride animal saddle gallop
    hospital doctor sick nurse bed
    ice cold water frozen skate
    island sea water land palm
    jacket coat wear zip warm
    jungle tree tiger animal wild
    key lock door open metal
    kite wind string fly sky
    knife cut sharp fork blade
    ladder climb rung high step
    lamp light bulb shade bright
    lemon yellow sour fruit juice
    letter write envelope post stamp
    library book read borrow quiet
    lightning thunder storm flash sky
    lion king animal mane roar
    magnet iron attract metal pole
    map road country find paper
    milk cow white drink cheese
    mirror glass reflect face look
    money pay bank coin rich
    monkey banana animal tree tail
    moon night sky earth full
    mountain high climb peak snow
    mushroom forest toadstool soup poison
    needle sew thread sharp eye
    nose smell face breathe sneeze
    ocean water blue deep wave
    onion cry vegetable layer ring
    orchestra music conductor violin concert
    owl night bird wise eye
    parrot bird talk green pirate
    pencil write draw eraser lead
    penguin bird ice south black
    piano key music play black
    pillow head bed sleep soft
    pirate ship treasure eye sea
    pizza cheese italy tomato slice
    planet earth sun space mars
    potato chip vegetable fry mash
    prison jail criminal cell lock
    pyramid egypt triangle tomb desert
    queen king crown woman royal
    rabbit ear hop carrot animal
    rainbow colour rain sky arch
    ring finger gold wedding round
    river water flow bridge stream
    robot machine metal human future
    rocket space moon fly launch
    rope tie pull long knot
    sail boat wind sea ship
    salt pepper sea taste white
    scarf neck wear winter wool
    school teacher pupil learn class
    shark fish tooth sea jaw
    sheep wool animal white lamb
    shoe foot wear lace walk
    snail shell slow slimy garden
    snow white cold winter flake
    soap wash clean bath bubble
    spider web leg insect eight
    spoon soup eat fork stir
    star sky night shine bright
    sugar sweet white tea cake
    sun hot sky yellow shine
    sword knight fight blade weapon
    table chair eat wood leg
    tea drink cup leaf england
    telephone call ring number talk
    tiger stripe cat animal orange
    train rail station track engine
    turtle shell slow animal sea
    umbrella rain wet dry open
    vampire blood bite night bat
    violin string bow music play
    volcano lava mountain erupt hot
    whale sea mammal big ocean
    window glass house look pane
    witch broom magic spell hat
    wolf animal dog howl moon`,
  evaluation: `
    airport plane fly terminal passport
    alligator crocodile swamp reptile tooth
    astronaut space moon rocket suit
    avocado green fruit stone guacamole
    backpack bag carry school strap
    barber hair cut beard shave
    basketball hoop sport ball tall
    bath water soap tub wash
    beaver dam tooth tail river
    butterfly caterpillar wing insect colour
    carpet floor rug fly room
    cherry red fruit stone cake
    chimney smoke roof santa house
    cinema film screen popcorn watch
    dictionary word book meaning look
    domino tile dot fall game
    donkey animal ear horse stubborn
    elevator stairs up floor button
    envelope letter stamp post paper
    firefighter flame hose truck burn
    garlic vampire smell clove onion
    glacier ice slow mountain cold
    glue stick paper bond paste
    hedgehog animal spine ball prickle
    iceberg titanic cold sea float
    igloo house snow arctic cold
    jellyfish sting sea transparent tentacle
    kangaroo australia jump pouch animal
    lantern light dark carry oil
    lobster red sea claw shell
    magician trick rabbit wand hat
    mosquito bite insect blood itch
    museum art painting old visit
    oyster pearl shell sea eat
    palace king big house royal
    peacock feather bird tail blue
    pumpkin orange halloween carve vegetable
    sandwich bread slice lunch cheese
    satellite space orbit signal earth
    scissors cut paper sharp hair
    skeleton bone body skull dead
    squirrel nut tree tail red
    submarine water ship dive under
    tailor suit sew clothes needle
    thermometer temperature hot fever measure
    waterfall river niagara drop high
    windmill wind grain turn holland
    zebra stripe black white horse`,
};

function cardsIn(list: CardList): readonly Card[] {
  return LISTS[list].trim().split('\n').map((line) => {
    const [target, ...forbidden] = line.trim().split(' ') as [string, ...string[]];
    return Object.freeze({ target, forbidden: Object.freeze(forbidden) });
  });
}

const CARDS: { readonly [list in CardList]: readonly Card[] } = { training: cardsIn('training'), evaluation: cardsIn('evaluation') };
const BY_TARGET: ReadonlyMap<string, Card> = new Map(CARD_LISTS.flatMap((list) => CARDS[list]).map((card) => [card.target, card]));
const FOUL_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([...BY_TARGET].map(([target, { forbidden }]) => [target, new Set([target, ...forbidden].flatMap((word) => [...formsOf(word)]))]));

/** The cards of a list. */
export function cardsOf(list: CardList): readonly Card[] {
  return CARDS[list];
}

/** The card of a target; no two cards have the same. */
export function cardFor(target: string): Card {
  const card = BY_TARGET.get(target);
  if (!card) throw new TypeError(`expected the target of a card, got "${target}"`);
  return card;
}

/** Whether a clue for this target is foul: it says the target or a forbidden word, as a whole word or in one of its forms. */
export function isFoul(clue: string, target: string): boolean {
  const foul = FOUL_WORDS.get(target);
  return foul !== undefined && spokenWords(clue).some((word) => foul.has(word));
}
