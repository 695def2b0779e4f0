/** The widths of signs, as shares of the size: full-width ones are 1, spaces 0.25, all others 0.5. */
const getWidth = (sign: string): number => {
  if (/\p{Mn}|\u200d|\ufe0f/u.test(sign)) {
    return 0;
  }
  return sign === ' ' ? 0.25 : /[\u2e80-\u9fff\uff00-\uffef]|\p{Extended_Pictographic}/u.test(sign) ? 1 : 0.5;
};

/** A canvas that only measures, so that text can be laid out where there is no browser. */
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
