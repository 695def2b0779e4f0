/**
 * Returns the width of a character as a share of the font size: 1 if full-width, 0.25 for spaces, 0.5 for all others.
 */
const getWidth = (sign: string): number => {
  if (/\p{Mn}|\u200d|\ufe0f/u.test(sign)) {
    return 0;
  }
  return sign === ' ' ? 0.25 : /[\u2e80-\u9fff\uff00-\uffef]|\p{Extended_Pictographic}/u.test(sign) ? 1 : 0.5;
};

/** A canvas that only measures, for text layout without a browser. */
export class FakeCanvas {
  getContext() {
    return {
      font: '',
      letterSpacing: '0px',
      measureText(text: string) {
        const px = Number(/(\d+(?:\.\d+)?)px/.exec(this.font)?.[1] ?? 10);
        const spacing = Number.parseFloat(this.letterSpacing);
        return { width: Array.from(text).reduce((sum, sign) => sum + getWidth(sign) * px + spacing, 0) };
      },
    };
  }
}
