"""A table at the terminal: commands by number, real dice or rolled ones, everything in the log."""

from __future__ import annotations

from typing import Any

from affray.cli.asking import HELP_DICE, Face, Wrong, ask, die, thrown
from affray.cli.auto import goes_on
from affray.cli.listing import lines, listed
from affray.cli.output import say
from affray.cli.play import ending, save
from affray.cli.session_words import IN_PLACE, WORDS, Quit
from affray.dice import TABLE
from affray.errors import BadInput, Rejection
from affray.interpret.script import Need
from affray.rules import legal
from affray.table.log import CommandEntry
from affray.table.work import Table
from affray.telling.scene import because, drawn, scene
from affray.telling.story import Story, seat_name


class Session:
    """One person at a table: the referee, who plays every seat."""

    def __init__(self, table: Table, seed: str, rounds: int, log: str | None) -> None:
        self.table = table
        self.seed = seed
        self.rounds = rounds
        self.log = log
        self.saved: set[str] = set()
        self.story = Story(table.ruleset, table.fight.state)
        self.told: list[list[str]] = []
        self._seen: Any = None
        self._drawn: list[str] = []
        self._drawn_at = 0

    # The loop

    def run(self) -> None:
        """Plays until the fight is over and the input ends, or somebody quits."""
        if self.table.fight.title:
            say(self.table.fight.title, bold=True)
        say("help says what can be typed")
        try:
            while self._step():
                pass
        except Quit:
            pass
        if self.table.outcome is None:
            say(f"The fight is not finished: round {self.table.ruleset.round(self.table.state)}.")
        for line in ending(self.table, self.seed, self.log):
            say(line)

    def _step(self) -> bool:
        """One decision; False at the end of the input."""
        if not goes_on(self.table, self.rounds):
            return self._line(ask("over>" if self.table.outcome else f"{self.rounds} rounds played>"))
        commands = legal(self.table.ruleset, self.table.state, TABLE)
        if self.table.to_act == (TABLE,) and len(commands) == 1:
            return self.carry_out(commands[0])
        if self._seen is not self.table.state:
            self.show()
        return self._line(ask(">"))

    def _line(self, line: str | None) -> bool:
        """Does what a line says."""
        if line is None:
            return False
        word, _, rest = line.partition(" ")
        if word.isascii() and word.isdigit():
            return self._choose(word)
        if not word:
            self._seen = None
            return True
        if word not in WORDS:
            say(f"{word}: no such command; help lists them")
            return True
        try:
            WORDS[word].run(self, rest.strip())
        except BadInput as error:
            say(str(error))
        self.catch_up()
        return True

    def _choose(self, word: str) -> bool:
        command = self.numbered(word)
        if isinstance(command, Rejection):
            say(because(command))
            return True
        return self.carry_out(command)

    def numbered(self, word: str) -> Any:
        """The command with this number in the list, or why there is none."""
        allowed = self.legal()
        if word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= len(allowed):
            return allowed[int(word[:6]) - 1]
        most = f"1 to {len(allowed)}" if allowed else "none now"
        return Rejection("no_such_number", f"there is no command {word} (allowed: {most})")

    def legal(self) -> list[Any]:
        """The commands that may be given now, in the order of their numbers."""
        if self.table.outcome is not None:
            return []
        return [command for _, command, rejection in self.candidates() if rejection is None]

    def candidates(self) -> list[tuple[int | str, Any, Rejection | None]]:
        """The closed commands of every seat that is to act."""
        return listed(self.table.ruleset, self.table.state)

    # A command and its dice

    def carry_out(self, command: Any) -> bool:
        """Carries a command out, asking for every die. False at the end of the input; then nothing has happened."""
        faces: list[int | None] = []
        roll_all = False
        while True:
            result = self.table.do(command, dice=tuple(faces))
            if isinstance(result, CommandEntry):
                self.catch_up()
                return True
            if isinstance(result, Rejection):
                say(because(result))
                return True
            if roll_all:
                faces += [None] * (result.roll.count - len(result.have))
                continue
            answer = self.ask_die(result)
            if isinstance(answer, bool):
                return answer
            roll_all = answer == "all"
            faces.append(answer.face if isinstance(answer, Face) else None)

    def ask_die(self, need: Need) -> Face | str | bool:
        """A face, "roll" or "all"; or, when something else came first, whether the input goes on."""
        prompt = die(need, seat_name(self.table.ruleset, self.table.state, need.seat))
        while True:
            line = ask(prompt)
            if line is None:
                return False
            answer = thrown(line, need)
            if isinstance(answer, Face) or answer == "roll":
                return answer
            if answer == "roll all":
                return "all"
            word = line.partition(" ")[0]
            if line in ("u", "undo"):
                line = word = "cancel"  # what is half done is what would be taken back
            if isinstance(answer, Wrong):
                say(answer.why)
            elif word == "help":
                say(HELP_DICE)
            elif word in IN_PLACE:
                self._line(line)
            elif word in WORDS:
                say("set aside: nothing has happened")
                return self._line(line)
            else:
                say(f"{word}: {HELP_DICE}")

    # What is seen

    def show(self) -> None:
        """The fighters, who is to act, and the commands by number, each with its odds."""
        ruleset, state = self.table.ruleset, self.table.state
        self._seen = state
        say()
        for line in scene(ruleset, state):
            say(line)
        self.draw()
        say("To act: " + ", ".join(seat_name(ruleset, state, seat) for seat in self.table.to_act))
        for line in lines(ruleset, state, self.legal()):
            say(line)

    def draw(self) -> None:
        """The map, where there is one and it is another than was seen last."""
        lines = drawn(self.table.ruleset, self.table.state)
        told = [sentence for sentences in self.told[self._drawn_at :] for sentence in sentences]
        if lines and lines != self._drawn and lines != told[-len(lines) :]:
            for line in lines:
                say(line)
        self._drawn, self._drawn_at = lines, len(self.told)

    def catch_up(self) -> None:
        """Tells the entries that are new, and keeps the log file up to date."""
        new = self.table.entries[len(self.told) :]
        for entry in new:
            sentences = self.story.add(entry)
            self.told.append(sentences)
            for sentence in sentences:
                say(sentence)
        if new and self.log is not None:
            self.save(self.log)

    def save(self, path: str) -> None:
        """Writes the log; a file that was not made here is never replaced."""
        save(self.table, path, overwrite=path in self.saved)
        self.saved.add(path)
