import { useState } from 'react';
import { TestPage } from '../test-page.tsx';
import { CommentForm } from './comment-form.tsx';
import { DeleteSelected } from './delete-selected.tsx';
import { DetectionChooser } from './detection-chooser.tsx';
import { DetectionReader } from './detection-reader.tsx';
import { ManualForm } from './manual-form.tsx';

export function HooksTestPage() {
  const [selected, setSelected] = useState<number | null>(null);
  return (
    <TestPage
      title="Hooks Test Suite"
      about="Lists, filters, creates, comments and deletes by the hooks that read and change detections. What is changed here is changed for everybody."
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <DetectionChooser selected={selected} onSelect={setSelected} />
          <DetectionReader key={selected} selected={selected} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <ManualForm />
          <CommentForm selected={selected} />
          <DeleteSelected selected={selected} onDeleted={() => setSelected(null)} />
        </div>
      </div>
    </TestPage>
  );
}
