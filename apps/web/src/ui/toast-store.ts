import { create } from 'zustand'

/** How long a toast stays before it fades, and how long it fades, in ms. */
const TOAST_SHOWN = 3500
const TOAST_FADE = 1000

interface ToastState {
  readonly message: string | null
  readonly isFading: boolean
}

const NO_TOAST: ToastState = { message: null, isFading: false }

/** The page's one toast. */
export const useToast = create<ToastState>(() => NO_TOAST)

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a message at the top of the page. A message that comes while another one fades starts the time again. */
export function showToast(message: string): void {
  useToast.setState({ message, isFading: false })
  resumeToast()
}

/** Keeps the toast while the pointer is on it or it holds the focus (WCAG 2.2.1). */
export function holdToast(): void {
  clearTimeout(timer)
  useToast.setState({ isFading: false })
}

/** Starts the time of the toast from its beginning. */
export function resumeToast(): void {
  clearTimeout(timer)
  timer = setTimeout(fade, TOAST_SHOWN)
}

function fade(): void {
  useToast.setState({ isFading: true })
  timer = setTimeout(() => useToast.setState(NO_TOAST), TOAST_FADE)
}
