import { readFileSync } from 'node:fs'

import { readRaster } from '../venue/raster.ts'

/** Width divided by height of a drawing or a photograph; undefined where its file does not say. */
export function shapeOf(file: string): number | undefined {
  const bytes = readFileSync(file)
  const raster = readRaster(bytes)
  if (raster !== undefined) return raster.width / raster.height
  const [, across, down] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(bytes.toString('utf8')) ?? []
  return across === undefined ? undefined : Number(across) / Number(down)
}
