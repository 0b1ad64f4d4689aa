import { measuredOn, measuredTable, mustHold } from './build/figures.ts';
import { Figure, Formula, Note, P, Section, Strong } from './build/note.tsx';
import { Table } from './build/table.tsx';
import { ReportPath, SpreadChart, spreadOf } from './latency-figures.tsx';

const CLIENTS = ['1', '100', '1,000'];

export function ReportToScreen({ fingerprint }: { fingerprint: string }) {
  const meta = {
    file: 'report-to-screen',
    title: 'From report to screen: how the latency was measured',
    lead: '“Real time” is a word until somebody says from where to where, on which clock, and how bad the worst one was.',
    fingerprint,
  };
  const streamed = measuredTable('live', 'Report with a 100 KB JPEG sent → event');
  const painted = measuredTable('live', 'Report with a 100 KB JPEG sent → painted');
  const faults = 'missed, repeated, out of order';
  const deliveries = CLIENTS.reduce((sum, row) => sum + streamed.value(row, 'deliveries'), 0);
  mustHold(
    'no event was missed',
    CLIENTS.every((row) => streamed.value(row, faults) === 0),
  );
  mustHold('every card was painted', painted.value('card', 'painted') === painted.value('card', 'reports'));
  const columns = ['p50 ms', 'p99 ms', 'slowest ms'];
  return (
    <Note meta={meta}>
      <Section title="From where to where">
        <P>
          The stopwatch starts in the camera’s place, just before the request with the report and its 100 KB JPEG is
          made. It does not start when the server has read the request: whatever the network stack, the parser and the
          disk take is on the clock. It stops at two places. The first is a program that follows the event stream and
          has received the event. The second is what matters to a guard: the card of the detection has been painted in a
          browser.
        </P>
      </Section>
      <Figure caption="Figure 1. The way of a report and the two distances that were measured. The report is durable before anybody hears of it; no figure here is bought by announcing what is not yet stored.">
        <ReportPath />
      </Figure>
      <Section title="How to know that a card has been painted">
        <P>
          A browser does not tell when something is on the glass. It can be asked closely. A mutation observer inside
          the page sees the card enter the document. It asks for the next animation frame, and inside that frame posts a
          message to itself. The frame is drawn, then the message arrives: the first moment at which script can run and
          the card has been painted. The picture inside is timed in the same way from its load event. The observer is
          put into the page before the page’s own scripts, and the product does not know that it is there.
        </P>
      </Section>
      <Section title="Two clocks">
        <P>
          The report leaves one process and the card appears in another. Each has a fine monotonic clock that starts at
          a moment of its own, and the moments differ by an unknown amount. So the page is asked for its time twenty
          times. For each answer the round trip is known, and the page must have looked at its clock somewhere within
          it. The quickest round trip wins, and its middle is taken:
        </P>
        <Formula>offset = page’s time − ( asked at + round trip ÷ 2 ), from the quickest of 20 round trips</Formula>
        <P>
          The error is at most half of that quickest round trip. It does not grow with the load, because the clocks are
          compared before the load begins.
        </P>
      </Section>
      <Section title="A camera does not wait">
        <P>
          A load generator that sends its next request when the last one is answered slows down together with the
          server, and its worst moments go unmeasured. Here reports are sent by the calendar, twenty a second, whether
          or not the one before has been answered. If the server stalls for a second, twenty reports show it.
        </P>
      </Section>
      <Section title="What came out">
        <P>
          All figures are from one run of the benchmark that ships with the source. {measuredOn('live')} Server, load
          generator, listeners and browser share these cores; nothing was left out as an outlier.
        </P>
      </Section>
      <Figure caption="Figure 2. Latency on a logarithmic scale: the middle, the 99th of a hundred, the slowest.">
        <SpreadChart
          spreads={[
            spreadOf(streamed, '1', '1 listener'),
            spreadOf(streamed, '100', '100 listeners'),
            spreadOf(streamed, '1,000', '1,000 listeners'),
            spreadOf(painted, 'card', 'card in Chromium'),
            spreadOf(painted, 'its picture', 'its picture'),
          ]}
        />
      </Figure>
      <Table
        figures
        widths={[1.6, 1, 1, 1, 1]}
        columns={['until', 'measured', 'p50 ms', 'p99 ms', 'slowest ms']}
        rows={[
          ...CLIENTS.map((row) => [
            `event, ${row} ${row === '1' ? 'listener' : 'listeners'}`,
            streamed.shown(row, 'deliveries'),
            ...columns.map((column) => streamed.shown(row, column)),
          ]),
          ...['card', 'its picture'].map((row) => [
            row === 'card' ? 'card painted' : 'picture painted',
            painted.shown(row, 'painted'),
            ...columns.map((column) => painted.shown(row, column)),
          ]),
        ]}
      />
      <P>
        Half of the cards were painted within <Strong>{painted.shown('card', 'p50 ms')} ms</Strong> of the report being
        sent, and 99 of a hundred within {painted.shown('card', 'p99 ms')} ms. Of {deliveries.toLocaleString('en-GB')}{' '}
        deliveries to listeners, none was missed, repeated or out of order. With 1,000 listeners each delivery cost the
        server {streamed.shown('1,000', 'CPU µs per delivery')} µs of processor time: an event is encoded once, and the
        same bytes go to everybody.
      </P>
      <Section title="Where the time goes">
        <P>
          Between the event and the card lie the page’s own work and the next frame: an event that comes alone is shown
          at once. The more a change brought, the longer the page waits for the next one, up to 400 ms in a flood. That
          is a choice: unbatched, a burst of some hundred events a second kept the page so busy with drawing that it no
          longer answered clicks, and a screen that cannot be used in a crisis is worse than one that is a blink late.
        </P>
      </Section>
      <Section title="How far to trust it">
        <P>
          Everything ran on one machine, so the network between camera, server and guard is missing: add yours. The
          browser had no graphics card, which makes painting slower than on a guard’s desk. The figures end at the
          browser’s own idea of painted; the screen’s refresh adds up to one more frame. And they are figures of one
          machine: repeat them on yours with <Strong>npm run bench -- live</Strong>, which measures both distances and
          prints them beside their targets.
        </P>
      </Section>
    </Note>
  );
}
