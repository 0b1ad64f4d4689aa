import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { TextField } from '../ui/fields/text-field.tsx';
import { peopleLike } from './audit.queries.ts';

type Props = { value: string; onChoose: (person: string) => void };

/** A whole mail address. It counts when it is entered, left or chosen from the list, not letter by letter. */
export function PersonField({ value, onChoose }: Props) {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setDraft(value);
  }
  const { data: people = [] } = useQuery(peopleLike(useDeferredValue(draft.trim())));
  const list = useId();

  function enter(person: string) {
    if (person.trim() !== value) onChoose(person.trim());
  }

  return (
    <form
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        enter(draft);
      }}
    >
      <TextField
        label="Done by"
        type="search"
        list={list}
        value={draft}
        maxLength={254}
        placeholder="Mail address"
        autoComplete="off"
        spellCheck={false}
        onBlur={() => enter(draft)}
        onChange={({ target }) => {
          setDraft(target.value);
          if (target.value === '' || people.some(({ email }) => email === target.value)) enter(target.value);
        }}
      />
      <datalist id={list}>
        {people.map(({ id, email, name }) => (
          <option key={id} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </form>
  );
}
