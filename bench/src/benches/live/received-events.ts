import type { SentReport } from '../../reports/report-steadily.ts';
import type { Received } from '../../streams/stream-clients.ts';

/** Every client must have received every report once, in the order of the log. */
export function compare(
  sent: readonly SentReport[],
  clients: Received['clients'],
): { latencies: number[]; faults: number } {
  const sentAt = new Map(sent.map((report) => [report.id, report.sentAt]));
  const latencies: number[] = [];
  let faults = 0;
  for (const { ids, at, seqs } of clients) {
    faults += Math.abs(sent.length - new Set(ids).size) + (ids.length - new Set(ids).size);
    faults += seqs.filter((seq, index) => index > 0 && seq <= (seqs[index - 1] ?? 0)).length;
    for (const [index, id] of ids.entries()) {
      const start = sentAt.get(id);
      if (start === undefined) faults += 1;
      else latencies.push((at[index] ?? 0) - start);
    }
  }
  return { latencies, faults };
}
