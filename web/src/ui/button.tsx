import type { ButtonHTMLAttributes, Ref } from 'react';
import { type ButtonLook, buttonLook } from './button-look.ts';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    /** Whether an action is running; further clicks are ignored, and the button keeps the focus. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({ variant, size, busy = false, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      className={`${buttonLook({ ...(variant && { variant }), ...(size && { size }) })} ${className ?? ''}`}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
