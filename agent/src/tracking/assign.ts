/**
 * Pairs rows with columns so that the sum of costs is minimal (Hungarian method, O(n³)).
 * @param cost rows of equal length; Infinity where two must not be paired
 * @returns for each row its column, or -1
 */
export function assign(cost: readonly (readonly number[])[]): number[] {
  const rows = cost.length;
  const columns = cost[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return cost.map(() => -1);
  const size = Math.max(rows, columns);
  // Large enough to be avoided, small enough to keep the sums exact.
  const forbidden = 1e6;
  const at = (row: number, column: number) => Math.min(cost[row]?.[column] ?? forbidden, forbidden);
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  const cameFrom = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    rowOf[0] = row;
    let column = 0;
    const minimum = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(size + 1);
    do {
      used[column] = 1;
      const current = rowOf[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let candidate = 1; candidate <= size; candidate++) {
        if (used[candidate]) continue;
        const reduced =
          at(current - 1, candidate - 1) - (rowPotential[current] ?? 0) - (columnPotential[candidate] ?? 0);
        if (reduced < (minimum[candidate] ?? 0)) {
          minimum[candidate] = reduced;
          cameFrom[candidate] = column;
        }
        if ((minimum[candidate] ?? 0) < delta) {
          delta = minimum[candidate] ?? 0;
          next = candidate;
        }
      }
      for (let candidate = 0; candidate <= size; candidate++) {
        if (used[candidate]) {
          const owner = rowOf[candidate] ?? 0;
          rowPotential[owner] = (rowPotential[owner] ?? 0) + delta;
          columnPotential[candidate] = (columnPotential[candidate] ?? 0) - delta;
        } else {
          minimum[candidate] = (minimum[candidate] ?? 0) - delta;
        }
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = cameFrom[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  const result = new Array<number>(rows).fill(-1);
  for (let column = 1; column <= columns; column++) {
    const row = (rowOf[column] ?? 0) - 1;
    if (row >= 0 && row < rows && at(row, column - 1) < forbidden) result[row] = column - 1;
  }
  return result;
}
