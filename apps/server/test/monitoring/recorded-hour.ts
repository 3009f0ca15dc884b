/** Seconds between two samples, as Prometheus scrapes. */
const STEP = 30
const SAMPLES = 121

/**
 * An hour of a store, for `promtool tsdb create-blocks-from openmetrics`: each series that a real store answered, every half minute.
 * What only grows grows evenly up to what was answered.
 * @param end of the hour, in seconds.
 */
export function recordedHour(scraped: string, end: number): string {
  const kinds = new Map(
    [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind]),
  )
  const series = [...scraped.matchAll(/^(kippu_\w+)(\{.*\})? (\S+)$/gm)].map(
    ([, name = '', labels = '{}', value = '']) => ({ name, labels, value: Number(value) }),
  )
  const lines = series
    .filter(({ value }) => !Number.isNaN(value))
    .flatMap(({ name, labels, value }) => {
      const family = name.replace(/_(?:bucket|sum|count)$/, '')
      const grows = kinds.get(name) === 'counter' || kinds.get(family) === 'histogram'
      const full = labels === '{}' ? '{instance="a"}' : labels.replace(/\}$/, ',instance="a"}')
      return Array.from({ length: SAMPLES }, (_, index) => {
        const shown = grows ? value * (1 + index) : value
        return `${name}${full} ${shown} ${end - (SAMPLES - 1 - index) * STEP}`
      })
    })
  return `${lines.join('\n')}\n# EOF\n`
}
