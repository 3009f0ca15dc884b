import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  /** It is told of a bug: nothing is shown from now on. */
  readonly onBroken?: (error: unknown) => void
  readonly children: ReactNode
}

interface State {
  readonly isBroken: boolean
  readonly children: ReactNode
}

/** So many times is a changed page drawn anew: a bug that looks like one must not keep the browser busy. */
const MOST_DRAWS = 20

/**
 * An error of its children is reported, and ends here. If somebody else changed the page (a browser's translator, an
 * extension), it is drawn anew from the same state; anything else is a bug, and nothing is shown until it gets other
 * children.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false, children: null }
  #draws = 0

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ children }: Props, state: State): State | null {
    return children === state.children ? null : { isBroken: false, children }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
    // React did not find an element or a text where it had put it.
    if (error instanceof DOMException && this.#draws < MOST_DRAWS) {
      this.#draws += 1
      this.setState({ isBroken: false })
    } else this.props.onBroken?.(error)
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
