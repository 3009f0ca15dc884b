import { useState } from 'react'
import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useParams } from '../../page/router.tsx'
import { DisplayFrame } from '../../parts/display/display-frame.tsx'
import { readKey, storeKey } from './kept-key.ts'
import { KeyForm } from './key-form.tsx'
import { SpotCodeView } from './spot-code-view.tsx'

/** A display with the code that opens the sale at the door for one product. */
export function SpotQrScreen(): ReactElement {
  const { key: siteKey } = useSite()
  const { productUuid = '' } = useParams()
  const [key, setKey] = useState(() => readKey(siteKey))
  const keep = (next: string | null): void => {
    storeKey(siteKey, next)
    setKey(next)
  }
  if (key === null)
    return (
      <DisplayFrame now={0} hasPointer>
        <KeyForm onKey={keep} />
      </DisplayFrame>
    )
  // Another key, or another product, begins anew.
  return (
    <SpotCodeView key={`${productUuid} ${key}`} productUuid={productUuid} signageKey={key} onKey={keep} />
  )
}
