/** Marks an element as one that a finger drags on, so that it does not scroll, until that finger is lost to it. */
export function showHolding(element: HTMLElement): void {
  element.dataset['holding'] = '';
  const onLost = ({ target }: Event): void => {
    // The clip that the finger touched loses it first: to this element.
    if (target === element) {
      delete element.dataset['holding'];
      element.removeEventListener('lostpointercapture', onLost);
    }
  };
  element.addEventListener('lostpointercapture', onLost);
}
