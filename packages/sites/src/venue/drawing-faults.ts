/** Elements that draw, and nothing else. */
const ELEMENTS = new Set(
  `svg g path rect circle ellipse line polyline polygon defs symbol use title desc lineargradient radialgradient stop clippath mask pattern
  filter feblend fecolormatrix fecomponenttransfer fecomposite fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur femerge
  femergenode femorphology feoffset feturbulence`.split(/\s+/),
)

/** What is wrong with an SVG that the store serves: no scripts, links, words, pictures, styles or anything from elsewhere (docs/sites.md). */
export function drawingFaults(svg: string): readonly string[] {
  const drawing = svg.replaceAll(/<!--[\s\S]*?-->/g, '').replace(/^\uFEFF?\s*<\?xml [^>]*\?>/, '')
  const elements = Array.from(drawing.matchAll(/<\/?([^\s/>!?]+)/g), ([, name = '']) => name)
  const others = elements.filter(name => !ELEMENTS.has(name.toLowerCase()))
  const attributes = Array.from(
    drawing.matchAll(/[\s/"']([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g),
    ([, name = '', double, single, bare]) => ({
      name: name.toLowerCase(),
      value: double ?? single ?? bare ?? '',
    }),
  )
  return [
    ...(/^\s*<svg[\s/>]/.test(drawing) ? [] : ['is no SVG']),
    ...(/<[!?]/.test(drawing) ? ['has a declaration or an instruction'] : []),
    ...new Set(others.map(name => `has the element ${name}`)),
    ...attributes.flatMap(({ name, value }) => attributeFaults(name, value)),
    ...(/url\(\s*['"]?(?!#)/i.test(drawing) ? ['has url() of something outside of it'] : []),
  ]
}

function attributeFaults(name: string, value: string): readonly string[] {
  if (name.startsWith('on')) return [`has the attribute ${name}`]
  if (name === 'style') return ['has the attribute style: write fill="…" and the like']
  if (/^(?:[a-z]+:)?(?:href|src|base)$/.test(name) && !value.startsWith('#'))
    return [`leads to ${value.slice(0, 60)}`]
  return []
}
