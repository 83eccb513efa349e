// Longer texts that each language has as a whole.

export interface Conduct {
  readonly version: string;
  readonly intro: string;
  readonly sections: readonly {
    readonly title: string;
    readonly lines: readonly (readonly [text: string, ...laws: readonly string[]])[];
  }[];
}
