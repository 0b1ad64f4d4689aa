import { measuredOn, measuredTable, mustHold } from './build/figures.ts';
import { Figure, Formula, Note, P, Section, Strong } from './build/note.tsx';
import { Table } from './build/table.tsx';
import { BatchPath, GroupCommitChart, KillChart } from './durable-figures.tsx';

const crashes = [
  ['while the report is queued', 'nothing', 'no answer; sends again', 'stored as new'],
  [
    'between frames and rows',
    'bytes that no row points to',
    'no answer; sends again',
    'stored as new; the torn tail was cut off at the start',
  ],
  ['inside the transaction', 'the database undoes it at the next start', 'no answer; sends again', 'stored as new'],
  ['after the commit', 'everything', 'no answer; sends again', 'recognised: 200 with the first id'],
  ['after the answer', 'everything', '201', 'nothing left to do'],
];

export function DurableReports({ fingerprint }: { fingerprint: string }) {
  const meta = {
    file: 'durable-reports',
    title: 'How a report stays durable',
    lead: 'A device that was told “stored” deletes its copy. From then on ours must be there: after a crash, after a power cut, exactly once, with its picture.',
    fingerprint,
  };
  const kill = measuredTable('kill', 'kill -9');
  const ingest = measuredTable('ingest', 'JSON reports');
  const databases = ['SQLite', 'PostgreSQL'];
  const total = (column: string) => databases.reduce((sum, database) => sum + kill.value(database, column), 0);
  for (const fault of ['lost', 'damaged', 'stored twice', 'counters off']) {
    mustHold(`no report was ${fault}`, total(fault) === 0);
  }
  const rate = (name: string, connections: number) => ingest.value(`${name}, ${connections}`, 'per second');
  const times = (connections: number) => rate('vedette', connections) / rate('commit-per-request', connections);
  mustHold('sharing a commit wins at 64 devices', times(64) > 2);
  mustHold('a lone device gains nothing from sharing', times(1) < 1);
  return (
    <Note meta={meta}>
      <Section title="The promise">
        <P>
          A report of an armed person is not a row among others. If the server answers 201 and the report is then lost,
          nobody will ever know: the device is content, the guard saw nothing, and the recording ends a minute too
          early. So there is one rule, and everything else follows from it.
        </P>
        <Formula>Acknowledged means durable: row and frame are on disk before the answer is sent.</Formula>
        <P>
          The rule has a twin. A device that got no answer cannot know whether its report arrived, so it sends it again,
          and the second copy must not raise a second alarm. Every report carries a key of the device’s own choosing.
          Keys are kept in a table of their own that outlives the detection: a late repeat of a report whose detection a
          guard has deleted is answered with the old number and does not come back to life.
        </P>
      </Section>
      <Section title="In which order bytes reach the disk">
        <P>
          One thread changes detections, and no other code may. While it commits one batch, the next one gathers: up to
          256 reports or 16 MiB. There is no timer. A lone report starts at once; under load, the commit that is under
          way is the time in which company arrives.
        </P>
      </Section>
      <Figure caption="Figure 1. One batch. The frame’s bytes are synced before the row that points to them is committed, so that no crash can leave a row whose picture is missing.">
        <BatchPath />
      </Figure>
      <P>
        The order is the point. Frames go first: all pictures of a batch are appended to a segment file and synced with
        one fdatasync. Then one transaction inserts the rows, the report keys, the counters of the dashboard and the
        events that live screens follow. It commits with full synchronisation, and with it the batch exists or does not.
        Half of it never does.
      </P>
      <Table
        columns={['killed …', 'what is on disk', 'what the device sees', 'what the repeat meets']}
        widths={[1.1, 1.4, 1.1, 1.4]}
        rows={crashes}
      />
      <Section title="What a shared sync buys">
        <P>
          A sync costs the same for one report as for two hundred. The reference below writes the same rows with a
          commit of its own for every request, on the same disk, in the same run. With 64 devices reporting at once,
          Vedette stores <Strong>{ratio(times(64))} times</Strong> as many reports a second. A lone device gains
          nothing: there is no company to share with, the way through queue and thread costs time, and Vedette reaches{' '}
          {Math.round(times(1) * 100)} % of the reference’s rate. We take that trade, because one device alone is never
          what floods a server.
        </P>
      </Section>
      <Figure
        caption={`Figure 2. Durable reports without a frame, per second; more is better. ${measuredOn('ingest')}`}
      >
        <GroupCommitChart ingest={ingest} />
      </Figure>
      <Section title="Killing it">
        <P>
          Reasoning about crashes is cheap, so the built server is killed for real. Sixteen senders report without
          pause, each report with a frame of 20 to 120 KB. When between 20 and 220 more reports have been acknowledged,
          and then at any moment of whatever batch is under way, the process gets SIGKILL: no handler runs, no buffer is
          flushed. The server is started again on the same data, what was cut off is sent once more, and the load goes
          on. This happened {kill.shown('SQLite', 'kills')} times on SQLite and {kill.shown('PostgreSQL', 'kills')}{' '}
          times on PostgreSQL.
        </P>
        <P>
          A ledger outside the server remembers every answer it got. At the end everything is read back through the
          front door, the API that guards use, and compared: is every acknowledged report there? Is every frame, by its
          SHA-256, the one that was sent? Is anything there twice? Do the counters equal a full count?
        </P>
      </Section>
      <Figure caption={`Figure 3. Reports, on a logarithmic scale. ${measuredOn('kill')}`}>
        <KillChart kill={kill} />
      </Figure>
      <Table
        figures
        columns={['database', 'kills', 'acknowledged', 'lost', 'damaged', 'stored twice', 'counters off']}
        rows={databases.map((database) => [
          database,
          ...['kills', 'acknowledged', 'lost', 'damaged', 'stored twice', 'counters off'].map((column) =>
            kill.shown(database, column),
          ),
        ])}
      />
      <P>
        Of {total('acknowledged').toLocaleString('en-GB')} acknowledged reports none was lost, none was damaged and none
        was stored twice. {total('cut off').toLocaleString('en-GB')} requests lost their answer to a kill; every one of
        them was sent again and found its place, as a new report or as a known one.
      </P>
      <Section title="What this does not show">
        <P>
          A killed process leaves the operating system’s page cache alive. Bytes that were written and not yet synced
          survive a SIGKILL; they would not survive a power cut. The kills therefore test order, recovery and
          recognition of repeats. That the bytes are truly on the medium rests on fdatasync, on SQLite’s
          synchronous=FULL, on PostgreSQL’s own defaults, and on a disk that does not lie about its cache. A disk that
          lies is outside of what software can promise; buy one that has a capacitor.
        </P>
        <P>
          Nor is a copy a backup. One data folder on one disk ends with that disk. Where that is not good enough,
          PostgreSQL and its replication are.
        </P>
      </Section>
    </Note>
  );
}

function ratio(value: number): string {
  return value.toPrecision(2);
}
