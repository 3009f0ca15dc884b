/** Random numbers from 0 to 1 that are the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The camera of a phone: what it has across, and how wide it sees. */
export interface Lens {
  readonly width: number
  readonly height: number
  /** Pixels from the lens to the picture: half the width by the tangent of half the angle. */
  readonly focal: number
}

export function lensOf(width: number, height: number, angle: number): Lens {
  return { width, height, focal: width / 2 / Math.tan((angle * Math.PI) / 360) }
}

/** A crack of the glass, in modules of the code: a line of another brightness, as wide as `width`. */
interface Crack {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly width: number
  readonly shade: number
}

/** A phone with a code on its screen, in front of a camera. Lengths in metres, angles in degrees, brightness from 0 to 255. */
export interface Scene {
  readonly modules: readonly (readonly boolean[])[]
  /** Width of the code with its quiet zone. */
  readonly codeWidth: number
  readonly distance: number
  /** Where the code stands in the view, in metres from its middle. */
  readonly offset: readonly [number, number]
  readonly pitch: number
  readonly yaw: number
  readonly roll: number
  readonly black: number
  readonly white: number
  /** Of the surroundings. */
  readonly ground: number
  /** Blur of lens and hand in pixels of the camera, as the spread of a bell curve; in the direction of a movement it is longer. */
  readonly blur: number
  readonly shake: number
  /** Spread of the noise. */
  readonly noise: number
  /** A reflection: its place and size in modules, and how much light it adds. */
  readonly glare: {
    readonly at: readonly [number, number]
    readonly size: number
    readonly light: number
  } | null
  readonly cracks: readonly Crack[]
}

/** A grey picture. */
export interface Picture {
  readonly side: number
  readonly grey: Float32Array
}

interface Square {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly side: number
}

type Vector = readonly [number, number, number]

/**
 * What a camera sees of a scene in one square of its picture, in as many pixels as the square is read with. Each pixel is the mean of nine
 * points, so that a code is made smaller as a sensor does it.
 */
export function photograph(
  scene: Scene,
  lens: Lens,
  { x, y, size, side }: Square,
  random: () => number,
): Picture {
  const count = scene.modules.length
  const metresOf = scene.codeWidth / count
  const grey = new Float32Array(side * side)
  const step = size / side
  const toPlane = planeOf(scene)
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      let sum = 0
      for (let part = 0; part < 9; part += 1) {
        const px = x + (column + ((part % 3) + 0.5) / 3) * step - lens.width / 2
        const py = y + (row + (Math.floor(part / 3) + 0.5) / 3) * step - lens.height / 2
        const [u, v] = toPlane(px / lens.focal, py / lens.focal)
        const light = shadeAt(scene, u / metresOf + count / 2, v / metresOf + count / 2)
        sum += light
        // Far from the code everything is of one shade.
        if (part === 0 && light === scene.ground) {
          sum = scene.ground * 9
          break
        }
      }
      grey[row * side + column] = sum / 9
    }
  return withNoise(
    blurred({ side, grey }, scene.blur / step, scene.shake / step, random),
    scene.noise,
    random,
  )
}

/** The shade of a point of the screen, in modules. */
function shadeAt(scene: Scene, mx: number, my: number): number {
  const { modules, black, white, ground, glare, cracks } = scene
  const count = modules.length
  // The white screen around the code, then the phone's edge.
  if (mx < -count * 0.08 || mx > count * 1.08 || my < -count * 0.2 || my > count * 1.2) return ground
  let shade = modules[Math.floor(my)]?.[Math.floor(mx)] === true ? black : white
  for (const crack of cracks) if (distanceTo(crack, mx, my) < crack.width / 2) shade = crack.shade
  if (glare !== null) {
    const far = Math.hypot(mx - glare.at[0], my - glare.at[1]) / glare.size
    shade += glare.light * Math.exp(-far * far)
  }
  return Math.min(255, shade)
}

function distanceTo({ from: [ax, ay], to: [bx, by] }: Crack, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** The directions of the screen as the camera has them: to its right, down, and away from the camera. */
function axesOf({ pitch, yaw, roll }: Scene): readonly [Vector, Vector, Vector] {
  const radians = (angle: number): number => (angle * Math.PI) / 180
  const [sa, ca] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))]
  const [sb, cb] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))]
  const [sc, cc] = [Math.sin(radians(roll)), Math.cos(radians(roll))]
  const right: Vector = [cb, sa * sb, -ca * sb]
  return [
    [cc * right[0], cc * right[1] + sc * ca, cc * right[2] + sc * sa],
    [-sc * right[0], -sc * right[1] + cc * ca, -sc * right[2] + cc * sa],
    [sb, -sa * cb, ca * cb],
  ]
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** From a direction of the camera to the place on the screen, in metres from the middle of the code. */
function planeOf(scene: Scene): (dx: number, dy: number) => readonly [number, number] {
  const [right, down, away] = axesOf(scene)
  const middle: Vector = [scene.offset[0], scene.offset[1], scene.distance]
  const reach = dot(away, middle)
  return (dx, dy) => {
    const far = reach / (away[0] * dx + away[1] * dy + away[2])
    const place: Vector = [far * dx - middle[0], far * dy - middle[1], far - middle[2]]
    return [dot(right, place), dot(down, place)]
  }
}

/** Blur of a lens, and of a hand that moved in one direction. */
function blurred(picture: Picture, blur: number, shake: number, random: () => number): Picture {
  const isAcross = random() < 0.5
  const across = Math.hypot(blur, isAcross ? shake : 0)
  const down = Math.hypot(blur, isAcross ? 0 : shake)
  return smear(smear(picture, across, 1), down, picture.side)
}

function smear({ side, grey }: Picture, spread: number, stride: number): Picture {
  if (spread < 0.1) return { side, grey }
  const reach = Math.ceil(spread * 3)
  const weights = Array.from({ length: reach * 2 + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * spread ** 2)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const out = new Float32Array(grey.length)
  const across = stride === 1
  for (let i = 0; i < grey.length; i += 1) {
    const position = across ? i % side : Math.floor(i / side)
    let sum = 0
    for (let k = -reach; k <= reach; k += 1) {
      const place = position + k < 0 || position + k >= side ? 0 : k
      sum += (grey[i + place * stride] ?? 0) * (weights[k + reach] ?? 0)
    }
    out[i] = sum / total
  }
  return { side, grey: out }
}

/** Even numbers of a bell curve, near enough: a picture takes them from a place of its own. */
const BELL = Float32Array.from(
  { length: 2 ** 16 },
  (() => {
    const random = createRandom(1)
    return () => (random() + random() + random() + random() - 2) * Math.sqrt(3)
  })(),
)

function withNoise({ side, grey }: Picture, noise: number, random: () => number): Picture {
  for (let row = 0; row < side; row += 1) {
    const start = Math.floor(random() * BELL.length)
    for (let i = row * side; i < (row + 1) * side; i += 1)
      grey[i] = Math.max(0, Math.min(255, (grey[i] ?? 0) + (BELL[(start + i) % BELL.length] ?? 0) * noise))
  }
  return { side, grey }
}
