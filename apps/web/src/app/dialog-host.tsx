import type { ReactNode } from 'react'

import { acceptDialog, useDialogs } from '../ui/dialog-store.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Shows the first of the waiting dialogs. */
export function DialogHost(): ReactNode {
  const dialog = useDialogs(({ waiting }) => waiting[0])
  if (dialog === undefined) return null
  return (
    <Dialog
      key={dialog.title + dialog.message}
      title={dialog.title}
      ok={dialog.ok}
      onOk={() => acceptDialog('ok')}
      {...(dialog.mend !== undefined && {
        mend: { label: dialog.mend, onMend: () => acceptDialog('mend') },
      })}
    >
      <p>{dialog.message}</p>
    </Dialog>
  )
}
