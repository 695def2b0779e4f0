/** Gives an element so many children, keeping those that it has. */
export function fitChildren(parent: HTMLElement, count: number): HTMLElement[] {
  while (parent.childElementCount > count) {
    parent.lastElementChild?.remove();
  }
  while (parent.childElementCount < count) {
    parent.append(document.createElement('span'));
  }
  return [...parent.children].filter((child) => child instanceof HTMLElement);
}
