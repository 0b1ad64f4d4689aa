import { Combobox } from '@base-ui/react/combobox';
import { IconX } from '@tabler/icons-react';
import { classNames } from '../class-names.ts';
import { Field, type FieldProps } from './field.tsx';

export type Option = { value: string; title: string };

type Props = FieldProps & {
  /** The text for no choice. */
  any: string;
  chosen: Option | null;
  /** The options that match the search. */
  options: readonly Option[];
  /** Shown above the options. */
  status: string | null;
  /** Called with the typed text; an empty text restores the initial list. */
  onSearch: (text: string) => void;
  onChoose: (value: string) => void;
};

/** A choice from more options than a list can show; typing searches the options. */
export function ComboboxField({ any, chosen, options, status, onSearch, onChoose, ...field }: Props) {
  return (
    <Field {...field}>
      {(tie) => (
        <Combobox.Root
          items={options}
          filter={null}
          value={chosen}
          itemToStringLabel={(option: Option) => option.title}
          isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
          onValueChange={(option) => onChoose(option?.value ?? '')}
          onInputValueChange={(text, { reason }) => onSearch(reason === 'input-change' ? text : '')}
        >
          <Combobox.InputGroup className="relative">
            <Combobox.Input
              {...tie}
              placeholder={any}
              className={classNames(tie.className, 'h-11 pr-10 placeholder:text-muted')}
            />
            <Combobox.Clear
              aria-label={any}
              className="absolute top-1 right-1 grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken"
            >
              <IconX size="1rem" aria-hidden="true" />
            </Combobox.Clear>
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={4} className="z-40">
              <Combobox.Popup className="max-h-80 w-(--anchor-width) overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-sm text-ink shadow-float">
                <Combobox.Status className="px-3 text-xs text-muted">
                  {status && <span className="block py-1.5">{status}</span>}
                </Combobox.Status>
                <Combobox.List>
                  {(option: Option) => (
                    <Combobox.Item
                      key={option.value}
                      value={option}
                      className="cursor-default rounded-lg px-3 py-2 wrap-anywhere data-highlighted:bg-sunken"
                    >
                      {option.title}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}
