import type { DetectionAnswer } from '@vedette/contract/detection';
import { Button } from '../../ui/button.tsx';
import { CallFailed } from '../call-failed.tsx';
import { localTime } from '../local-time.ts';
import { useOlderComments } from './detections.queries.ts';

/** The newest comments, and above them the older ones that the user has loaded. */
export function CommentList({ detection }: { detection: DetectionAnswer['detection'] }) {
  const { id, comments: newest, comments_total: total, comments_next_cursor: cursor } = detection;
  const { data, error, isFetching, fetchNextPage } = useOlderComments(id, cursor);
  const older = (data?.pages ?? []).toReversed().flatMap(({ comments }) => comments);
  const comments = [...older, ...newest];
  return (
    <>
      <h3 className="text-sm font-semibold">Comments: {total}</h3>
      {comments.length < total && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          busy={isFetching}
          onClick={() => void fetchNextPage()}
        >
          Show Older Comments
        </Button>
      )}
      {error && <CallFailed error={error} />}
      <ul className="grid grid-cols-1 gap-2">
        {comments.map(({ id, comment, user_name, timestamp }) => (
          <li key={id} className="rounded-lg bg-sunken px-3 py-2 text-sm">
            <p className="whitespace-pre-wrap wrap-anywhere">{comment}</p>
            <p className="mt-1 text-xs text-muted wrap-anywhere">
              {user_name}, {localTime(timestamp)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
