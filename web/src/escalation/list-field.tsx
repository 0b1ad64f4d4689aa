import { useState } from 'react';
import { TextField } from '../ui/fields/text-field.tsx';

type Props = {
  label: string;
  hint: string;
  values: readonly string[];
  required?: boolean;
  onChange: (values: string[]) => void;
};

/** Several texts in one field, separated by semicolons. */
export function ListField({ values, onChange, ...field }: Props) {
  const [text, setText] = useState(values.join('; '));
  return (
    <TextField
      {...field}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const parts = target.value.split(';').map((part) => part.trim());
        onChange([...new Set(parts.filter((part) => part !== ''))]);
      }}
    />
  );
}
