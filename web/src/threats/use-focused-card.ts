import { type RefObject, useEffect, useState } from 'react';

/** Which detection's card inside this place has the focus, by the `data-detection` around it; null when none has. */
export function useFocusedCard(place: RefObject<HTMLElement | null>): number | null {
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const come = ({ target }: FocusEvent) => setFocused(cardAround(target));
    // Where it goes next may be the same card, which must be there to take it.
    const go = ({ relatedTarget }: FocusEvent) => setFocused(cardAround(relatedTarget));
    element.addEventListener('focusin', come);
    element.addEventListener('focusout', go);
    return () => {
      element.removeEventListener('focusin', come);
      element.removeEventListener('focusout', go);
    };
  }, [place]);
  return focused;
}

function cardAround(target: EventTarget | null): number | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-detection]') : null;
  return card ? Number(card.dataset.detection) : null;
}
