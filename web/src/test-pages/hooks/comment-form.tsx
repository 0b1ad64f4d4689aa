import { COMMENT_USER_NAME_DEFAULT } from '@vedette/contract/limits';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { CallFailed } from '../call-failed.tsx';
import { Panel } from '../panel.tsx';
import { useAddComment } from './detections.queries.ts';
import { newComment } from './forms.rules.ts';
import { SelectedMark } from './selected-mark.tsx';

export function CommentForm({ selected }: { selected: number | null }) {
  const add = useAddComment();
  const [isBlank, setBlank] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const comment = newComment(new FormData(form));
    setBlank(comment.comment === '');
    if (selected === null || comment.comment === '') {
      return notify.error('Please select a detection and enter a comment');
    }
    if (add.isPending) return;
    add.mutate(
      { id: selected, ...comment },
      {
        onSuccess() {
          form.reset();
          notify.success('Comment added');
        },
        onError: () => notify.error('Failed to add comment'),
      },
    );
  }

  return (
    <Panel title="Comment" aside={<SelectedMark id={selected} />}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <TextField label="Your Name" name="userName" autoComplete="off" placeholder={COMMENT_USER_NAME_DEFAULT} />
        <TextArea label="Comment" name="comment" rows={3} problem={isBlank ? 'Write something' : undefined} />
        {add.error && <CallFailed error={add.error} />}
        <Button type="submit" busy={add.isPending} className="justify-self-start">
          Add Comment
        </Button>
      </form>
    </Panel>
  );
}
