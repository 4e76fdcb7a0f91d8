/** One of a few, from a list that opens. */
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Select as Radix } from 'radix-ui';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
  /** ghost: without a frame, for a bar; icon: nothing but its icon. */
  readonly look?: 'plain' | 'ghost' | 'icon';
  /** Only for `icon`. */
  readonly icon?: LucideIcon;
  /** What the closed list shows where it is not the label of the value. */
  readonly shown?: string;
}

export function Select<Value extends string>({ label, value, options, onChange, look = 'plain', icon: Icon, shown }: SelectProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.Trigger
        className={`select${look === 'plain' ? '' : ` ${look}`}`}
        aria-label={label}
        title={look === 'plain' ? undefined : label}
      >
        {look === 'icon' && Icon !== undefined ? (
          <>
            <Icon aria-hidden="true" />
            <span className="sr">
              <Radix.Value>{shown}</Radix.Value>
            </span>
          </>
        ) : (
          <>
            <Radix.Value>{shown}</Radix.Value>
            <ChevronDown aria-hidden="true" />
          </>
        )}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" position="popper" align="end" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} lang={option.lang}>
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="tick">
                  <Check aria-hidden="true" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
