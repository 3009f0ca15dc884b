/** Why there is no picture: it was not permitted, there is no camera, or something else uses it. */
export type CameraTrouble = 'refused' | 'missing' | 'busy'

declare global {
  /** In Chrome for Android and newer Safari. */
  interface MediaTrackConstraintSet {
    torch?: ConstrainBoolean
  }
}

export interface Camera {
  readonly stream: MediaStream
  /** Turns the light beside the lens on or off; null where there is none. */
  readonly setTorch: ((isOn: boolean) => Promise<void>) | null
  /** Calls back when the camera is taken away, by the browser or by another program. */
  readonly onEnd: (listener: () => void) => void
  readonly close: () => void
}

/**
 * The camera at the back of a phone, or the only one. As many pixels as it has: a code that is held far away is read in the middle of the
 * picture (`picture-regions.ts`).
 */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 3840 }, height: { ideal: 2160 } },
}

export async function openCamera(): Promise<Camera | CameraTrouble> {
  // Browsers have none on a page without TLS, whatever the types say: that is a failure like others.
  try {
    return cameraOf(await navigator.mediaDevices.getUserMedia(WANTED))
  } catch (error) {
    return troubleOf(error)
  }
}

function cameraOf(stream: MediaStream): Camera {
  const tracks = stream.getTracks()
  const [track] = tracks
  const hasTorch = track?.getCapabilities !== undefined && 'torch' in track.getCapabilities()
  return {
    stream,
    setTorch: hasTorch ? isOn => track.applyConstraints({ advanced: [{ torch: isOn }] }) : null,
    onEnd: listener => track?.addEventListener('ended', listener),
    close: () => tracks.forEach(each => each.stop()),
  }
}

function troubleOf(error: unknown): CameraTrouble {
  if (!(error instanceof DOMException)) return 'missing'
  switch (error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'missing'
  }
}
