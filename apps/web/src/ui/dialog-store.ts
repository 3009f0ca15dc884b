import { create } from 'zustand'

export interface DialogWords {
  readonly title: string
  readonly message: string
  /** Label of the only button, or of the second. */
  readonly ok: string
  /** Label of the first button, where there is a better way on than OK. */
  readonly mend?: string
}

export type Pressed = 'ok' | 'mend'

interface Waiting extends DialogWords {
  readonly done: Promise<Pressed>
  readonly finish: (pressed: Pressed) => void
}

/** The dialogs that wait for an answer. The first is on the screen: the page shows one at a time. */
export const useDialogs = create<{ readonly waiting: readonly Waiting[] }>(() => ({ waiting: [] }))

/**
 * Shows the page's dialog and waits for its button. The same words are not queued a second time: three calls that fail together
 * are reported once.
 */
export function showDialog(words: DialogWords): Promise<Pressed> {
  const same = useDialogs.getState().waiting.find(d => d.title === words.title && d.message === words.message)
  if (same !== undefined) return same.done
  const { promise: done, resolve: finish } = withResolvers()
  useDialogs.setState(({ waiting }) => ({ waiting: [...waiting, { ...words, done, finish }] }))
  return done
}

/** The visitor pressed a button of the dialog on the screen. */
export function acceptDialog(pressed: Pressed): void {
  const [first, ...rest] = useDialogs.getState().waiting
  useDialogs.setState({ waiting: rest })
  first?.finish(pressed)
}

/** `Promise.withResolvers` is newer than the oldest browsers we support. */
function withResolvers(): { promise: Promise<Pressed>; resolve: (pressed: Pressed) => void } {
  let resolve: (pressed: Pressed) => void = () => {}
  const promise = new Promise<Pressed>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
