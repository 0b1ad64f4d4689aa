import { Badge } from '../../ui/badge.tsx';

export function SelectedMark({ id }: { id: number | null }) {
  return <Badge tone={id === null ? 'neutral' : 'accent'}>{id === null ? 'None selected' : `Detection ${id}`}</Badge>;
}
