/** Elements that draw, and nothing else. */
const ELEMENTS = new Set(
  `svg g path rect circle ellipse line polyline polygon defs symbol use title desc lineargradient radialgradient stop clippath mask pattern
  filter feblend fecolormatrix fecomponenttransfer fecomposite fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur femerge
  femergenode femorphology feoffset feturbulence`.split(/\s+/),
)

/** A tag as XML has it. Nothing that it does not read is let through, so that no browser reads another tag there. */
const TAG = /<\/?([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const COMMENT = '<!--'

interface Tag {
  readonly name: string
  readonly attributes: string
}

/** The tags of a drawing without comments up to the first place that is none, or to its end. */
function tagsOf(drawing: string): { readonly tags: readonly Tag[]; readonly isWhole: boolean } {
  const tags: Tag[] = []
  for (let at = drawing.indexOf('<'); at !== -1; at = drawing.indexOf('<', at)) {
    TAG.lastIndex = at
    const [whole, name = '', attributes = ''] = TAG.exec(drawing) ?? []
    if (whole === undefined) return { tags, isWhole: false }
    tags.push({ name, attributes })
    at += whole.length
  }
  return { tags, isWhole: true }
}

/** A blank stands for each comment: what is on its two sides is not one word. One that does not end stays. */
function withoutComments(drawing: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const begin = drawing.indexOf(COMMENT, at)
    const end = begin === -1 ? -1 : drawing.indexOf('-->', begin + COMMENT.length)
    parts.push(drawing.slice(at, end === -1 ? undefined : begin))
    if (end === -1) return parts.join(' ')
    at = end + 3
  }
}

const HEAD = /^\uFEFF?\s*(?:<\?xml ([^>]*)\?>)?/

/**
 * The faults of an SVG that the store serves: no scripts, links, words, pictures, styles or anything from elsewhere
 * (docs/sites.md).
 */
export function drawingFaults(svg: string): readonly string[] {
  const [head = '', declared = ''] = HEAD.exec(svg) ?? []
  const drawing = withoutComments(svg.slice(head.length))
  const { tags, isWhole } = tagsOf(drawing)
  const others = tags.filter(({ name }) => !ELEMENTS.has(name.toLowerCase()))
  const attributes = tags.flatMap(tag =>
    Array.from(tag.attributes.matchAll(ATTRIBUTE), ([, name = '', double, single]) => ({
      name: name.toLowerCase(),
      value: double ?? single ?? '',
    })),
  )
  const isOther = /<[!?]/.test(drawing)
  return [
    ...(tags[0]?.name === 'svg' ? [] : ['is not an SVG']),
    ...(isOther ? ['has a declaration or an instruction'] : []),
    ...(isWhole || isOther
      ? []
      : ['is not a whole SVG: write "<" as &lt;, and every value in quotation marks']),
    ...(/encoding\s*=\s*["'](?!utf-8["'])/i.test(declared) ? ['is not in UTF-8'] : []),
    ...new Set(others.map(({ name }) => `has the element ${name}`)),
    ...attributes.flatMap(({ name, value }) => attributeFaults(name, value)),
    ...(/url\(\s*['"]?(?!#)/i.test(drawing) ? ['has url() of something outside of it'] : []),
  ]
}

function attributeFaults(name: string, value: string): readonly string[] {
  if (name.startsWith('on')) return [`has the attribute ${name}`]
  if (name === 'style') return ['has the attribute style: write fill="…" and the like']
  if (/^(?:[^:]+:)?(?:href|src|base)$/.test(name) && !value.startsWith('#'))
    return [`leads to ${value.slice(0, 60)}`]
  // They may spell what is looked for in another way.
  return /&#|\\/.test(value) ? [`has an escaped character in ${name}`] : []
}
