// The fight of naive.py in plain JavaScript, as a web page would play it: node naive.js FIGHTS
// Prints the fights won and the processor's seconds, warmed up before the clock starts. The foes who stand are a count,
// and only the first of them can be hurt: so there is no array, which would cost a tenth of the time.
"use strict";

const KNAVES = 4, GOBLINS = 6;
const KNAVE_HP = 6, KNAVE_BONUS = 2, KNAVE_DIE = 8;
const GOBLIN_HP = 4, GOBLIN_BONUS = 1, GOBLIN_DIE = 6;
const ARMOR = 13, MORALE = 7;

function roll(sides) {
  return (Math.random() * sides | 0) + 1;
}

function attack(bonus, armor, die) {
  const face = roll(20);
  if (face + bonus > armor) {
    let damage = roll(die);
    if (face === 20) damage += roll(die);
    return damage;
  }
  return 0;
}

function fight() {
  let knaves = KNAVES, knaveHp = KNAVE_HP, goblins = GOBLINS, goblinHp = GOBLIN_HP, checked = false;
  for (;;) {
    let goblinsAct = roll(6) <= 3;
    for (let half = 0; half < 2; half++) {
      if (goblinsAct) {
        for (let n = goblins; n > 0; n--) {
          knaveHp -= attack(GOBLIN_BONUS, ARMOR, GOBLIN_DIE);
          if (knaveHp <= 0) {
            if (--knaves === 0) return false;
            knaveHp = KNAVE_HP;
          }
        }
      } else {
        for (let n = knaves; n > 0; n--) {
          goblinHp -= attack(KNAVE_BONUS, ARMOR, KNAVE_DIE);
          if (goblinHp <= 0) {
            if (--goblins === 0) return true;
            goblinHp = GOBLIN_HP;
            if (!checked && goblins * 2 <= GOBLINS) {
              checked = true;
              if (roll(6) + roll(6) > MORALE) return true;
            }
          }
        }
      }
      goblinsAct = !goblinsAct;
    }
  }
}

function fights(number) {
  let won = 0;
  for (let n = 0; n < number; n++) if (fight()) won++;
  return won;
}

fights(50000);
const start = process.cpuUsage();
const won = fights(Number(process.argv[2]));
const used = process.cpuUsage(start);
console.log(JSON.stringify({ won, seconds: (used.user + used.system) / 1e6 }));
