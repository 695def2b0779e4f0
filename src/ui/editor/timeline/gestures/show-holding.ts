/** Marks an element on which a finger drags, so that it does not scroll, until it loses the capture of that finger. */
export function showHolding(element: HTMLElement): void {
  element.dataset['holding'] = '';
  const onLost = ({ target }: Event): void => {
    // The touched clip loses the capture first, to this element.
    if (target === element) {
      delete element.dataset['holding'];
      element.removeEventListener('lostpointercapture', onLost);
    }
  };
  element.addEventListener('lostpointercapture', onLost);
}
