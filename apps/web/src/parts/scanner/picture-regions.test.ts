// @vitest-environment node
import { expect, test } from 'vitest'

import { regionsOf } from './picture-regions.ts'

test('the whole square that is seen, made smaller, and its middle at half the size and as the camera has it', () => {
  expect(regionsOf({ width: 3840, height: 2160 })).toEqual([
    { x: 840, y: 0, size: 2160, side: 800 },
    { x: 1120, y: 280, size: 1600, side: 800 },
    { x: 1520, y: 680, size: 800, side: 800 },
  ])
})

test('of a camera with few pixels the whole square alone', () => {
  expect(regionsOf({ width: 480, height: 640 })).toEqual([{ x: 0, y: 80, size: 480, side: 480 }])
})
