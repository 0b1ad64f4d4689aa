import { deriveThreatLevel } from '@vedette/contract/threat-level';
import { weaponDetails } from '@vedette/contract/weapon-type';
import { mustHold } from './build/figures.ts';
import { Figure, Formula, Note, P, Section, Strong } from './build/note.tsx';
import { Table } from './build/table.tsx';
import { confidenceFrom, RANKED, ThreatCurves, ThreatGrid } from './threat-curves.tsx';

export function ThreatLevel({ fingerprint }: { fingerprint: string }) {
  const meta = {
    file: 'threat-level',
    title: 'How a threat level is derived',
    lead: 'One line of arithmetic decides what a guard sees first. Here is the line, every value it can take, and what it does not know.',
    fingerprint,
  };
  mustHold('a knife never becomes an active threat by the rule', confidenceFrom('Knife', 8) === null);
  mustHold('an uncertain rifle starts at 4', deriveThreatLevel('rifle', 0) === 4);
  return (
    <Note meta={meta}>
      <Section title="What the number is for">
        <P>
          A detection carries two statements: what the model saw, and how sure it was. A guard needs a third one before
          either: how urgent is this? The threat level answers with a whole number from 1 to 10. From level 8 on a
          detection is an active threat: it raises the orange banner and stands in the view that the dashboard opens
          with. The statistics sort all levels into high (8 to 10), medium (5 to 7) and low (1 to 4).
        </P>
        <P>
          A device that knows better may send a level of its own, and then that level stands. When a report brings none,
          the server derives it, once, when the report arrives. The number is stored with the detection and never
          changes behind the guard’s back.
        </P>
      </Section>
      <Section title="The rule">
        <Formula>level = round( base of the weapon × (0.4 + 0.6 × confidence) ), never below 1, never above 10</Formula>
        <P>
          Confidence is the fraction that the model reports, from 0 to 1. Each kind of weapon has a base: the level of a
          detection of which the model is entirely sure.
        </P>
        <Table
          columns={['weapon', 'kind', 'base', 'why']}
          widths={[1, 1.7, 0.6, 5]}
          rows={RANKED.map((weapon) => {
            const { category, description, base_threat_level } = weaponDetails(weapon);
            return [weapon, category, String(base_threat_level), description];
          })}
        />
        <P>
          The order is the order of reach. What a rifle can do from the far end of a car park, a knife can do at arm’s
          length. A label outside the four is kept as the device reported it, and rated like ‘weapon’: the model saw
          something, and nobody here has an opinion on what.
        </P>
      </Section>
      <Figure caption="Figure 1. The level over the confidence. The curves are drawn by calling the product’s own function a thousand times for each weapon; where two share a level they are drawn beside each other.">
        <ThreatCurves />
      </Figure>
      <Section title="Why the floor of 40 percent">
        <P>
          A rule that multiplies by the confidence alone sends a rifle seen at 30 % to level 3, among the things that
          can wait. They cannot: an uncertain rifle is not a small threat, it is a large threat with a doubt attached.
          With the floor, a rifle starts at 4 however unsure the model is, and{' '}
          <Strong>at any one confidence the order rifle, pistol, weapon, knife is never reversed</Strong>. The doubt
          itself is not hidden in the level: the card shows the confidence beside it.
        </P>
        <P>
          Between floor and base the line is straight, because a straight line can be checked in the head at three in
          the morning. A curve fitted to data would need data on how often each label is wrong on each site, at night,
          in rain, and would have to be refitted for every camera. Nobody could say why a card reads 7.
        </P>
      </Section>
      <Section title="Where each weapon crosses a line">
        <Table
          figures
          columns={['weapon', 'at 0 %', 'medium from', 'high from', 'at 100 %']}
          rows={RANKED.map((weapon) => [
            weapon,
            String(deriveThreatLevel(weapon, 0)),
            percent(confidenceFrom(weapon, 5)),
            percent(confidenceFrom(weapon, 8)),
            String(deriveThreatLevel(weapon, 1)),
          ])}
        />
        <P>
          Two things in this table are worth knowing on watch. A rifle raises the banner at{' '}
          {percent(confidenceFrom('rifle', 8))} already, and an unspecified weapon only at{' '}
          {percent(confidenceFrom('weapon', 8))}: the vaguer the label, the surer the model has to be. And a knife never
          raises it by this rule alone. At a site where it should, the cut can be moved (the setting{' '}
          <Strong>ACTIVE_THREAT_LEVEL</Strong> takes 1 to 10), or the devices can send a level of their own. The
          statistics’ buckets stay where they are, so that this year can be compared with the last.
        </P>
      </Section>
      <Figure caption="Figure 2. Every level at every ten percent of confidence. Red: high, and an active threat unless the cut was moved. Amber: medium. Green: low.">
        <ThreatGrid />
      </Figure>
      <Section title="What holds, whatever is sent">
        <P>
          The rule is a pure function in the package that server and page share. It knows no clock, no database and no
          history, so the same report has the same level on every machine. Tests walk the confidence from 0 to 1 for
          every weapon and hold it to four statements: it is a whole number from 1 to 10; it never falls while the model
          gets surer; the order of the weapons is never reversed; and spelling makes no difference.
        </P>
      </Section>
      <Section title="What it does not know">
        <P>
          It does not know the place: a knife in the canteen kitchen and a knife at the nursery door get the same
          number. It does not know the hour, the crowd, or that the same person was seen a minute ago. And it believes
          the model: if a network is sure of itself when it should not be, the level is too high, and arithmetic
          afterwards cannot help. That is why every active threat is shown with the frame it was seen in. The level says
          where to look first. The picture is what a person decides from.
        </P>
      </Section>
    </Note>
  );
}

function percent(value: number | null): string {
  return value === null ? 'never' : `${value.toFixed(1)} %`;
}
