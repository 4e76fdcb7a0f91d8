/** One of a few, all in sight: rows of a card, each with a radio and a line of explanation. */
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly what: string }[];
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <RadioGroup.Root className="card rows" aria-label={label} value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          className="pick"
          value={option.value}
          aria-label={option.label}
          aria-describedby={`${id}${option.value}`}
        >
          <span className="radio" aria-hidden="true" />
          <span className="grow">
            <b className="med">{option.label}</b>
            <span className="t3 what" id={`${id}${option.value}`}>
              {option.what}
            </span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
