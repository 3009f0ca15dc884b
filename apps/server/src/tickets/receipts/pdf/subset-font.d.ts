/** The package has no types of its own; those of `@types/subset-font` are of an older version. */
declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype' | 'woff2'
    /** Axes of a variable font, each at one value. */
    readonly variationAxes?: Readonly<Record<string, number>>
    /** OpenType features that are kept, by their tags. */
    readonly keepFeatures?: readonly string[]
    /** Leaves out what makes letters sharp on coarse screens. */
    readonly noHinting?: boolean
    /** Leaves out forms of letters that only OpenType features lead to. */
    readonly noLayoutClosure?: boolean
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
