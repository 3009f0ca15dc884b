import { Component } from 'react'
import type { ReactNode } from 'react'

import { addressOf } from '../page/entry.ts'
import { isMissingCode } from '../failure/new-release.ts'
import { genericError } from '../page/redirects.ts'

interface Props {
  readonly children: ReactNode
}

/** A screen that throws is a bug: it is reported, and the visitor gets the error page instead of an empty one. */
export class ErrorBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
    // A visitor who reloads after the error does so on this route.
    if (isMissingCode(error)) return
    const target = addressOf(genericError())
    if (!location.href.endsWith(target)) location.assign(target)
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
