import { uploadPictureCall } from '@kippu/contract/console/products'
import { MOST_UPLOADED } from '@kippu/contract/console/sheets'
import { addressOf, onGrid, uploadedAt } from '@kippu/domain/uploaded-picture'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { useLanguage } from '../language'
import { Fault } from '../ui/said'
import { PRODUCT_WORDS } from './product-words'

export interface Held {
  readonly x: number
  readonly y: number
}

interface PictureFieldProps {
  readonly site: string
  readonly address: string
  /** Where a picture of the site's folder is held. */
  readonly held: Readonly<Record<string, Held>>
  readonly shapes: readonly number[]
  readonly onAddress: (address: string) => void
}

const FAULTS = new Map<string, keyof typeof PRODUCT_WORDS>([
  ['no picture', 'noPictureFile'],
  ['too large', 'pictureTooLarge'],
  ['too small', 'pictureTooSmall'],
  ['torn', 'pictureTorn'],
])

/** The picture of a product, the point of it that each frame shows, and the frames. */
export function PictureField({ site, address, held, shapes, onAddress }: PictureFieldProps): ReactNode {
  const { pick } = useLanguage()
  const [isTooLarge, setTooLarge] = useState(false)
  const sending = useMutation({
    mutationFn: (body: File) => callStaff(uploadPictureCall, { params: { site }, body }),
    onSuccess: kept => onAddress(kept.address),
  })
  const send = (file: File | undefined): void => {
    if (file === undefined) return
    setTooLarge(file.size > MOST_UPLOADED)
    sending.reset()
    if (file.size <= MOST_UPLOADED) sending.mutate(file)
  }
  const refused = sending.error instanceof StaffError ? sending.error.fields[0]?.rule : undefined
  const fault = isTooLarge ? 'pictureTooLarge' : FAULTS.get(refused ?? '')
  return (
    <section aria-labelledby="picture" className="stack">
      <h2 id="picture">{pick(PRODUCT_WORDS.picture)}</h2>
      <label className="field">
        {pick(PRODUCT_WORDS.choosePicture)}
        <span className="hint">{pick(PRODUCT_WORDS.pictureHint)}</span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={sending.isPending}
          onChange={event => {
            send(event.target.files?.[0])
            // The same file, mended, is chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {sending.isPending ? <output className="quiet">{pick(PRODUCT_WORDS.pictureSending)}</output> : null}
      {fault === undefined ? null : (
        <p role="alert" className="notice notice-bad">
          {pick(PRODUCT_WORDS[fault])}
        </p>
      )}
      {sending.error !== null && fault === undefined ? <Fault error={sending.error} /> : null}
      {uploadedAt(address) === undefined ? null : <FocusField address={address} onAddress={onAddress} />}
      {address === '' ? null : (
        <>
          <h3>{pick(PRODUCT_WORDS.frames)}</h3>
          <ul className="picture-frames">
            {[...new Set([...shapes, 1])].map(shape => (
              <li key={shape}>
                <Framed address={address} held={held} shape={shape} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface FramedProps {
  readonly address: string
  readonly held: Readonly<Record<string, Held>>
  readonly shape: number
}

/** A picture as a frame of the store cuts it. */
export function Framed({ address, held, shape }: FramedProps): ReactNode {
  const { x, y } = uploadedAt(address)?.focus ?? held[address] ?? { x: 50, y: 50 }
  return <img src={address} alt="" style={{ aspectRatio: shape, objectPosition: `${x}% ${y}%` }} />
}

function FocusField({ address, onAddress }: Pick<PictureFieldProps, 'address' | 'onAddress'>) {
  const { pick } = useLanguage()
  const picture = uploadedAt(address)
  if (picture === undefined) return null
  const { x, y } = picture.focus
  const put = (focus: Held): void =>
    onAddress(addressOf({ ...picture, focus: { x: onGrid(focus.x), y: onGrid(focus.y) } }))
  return (
    <fieldset className="focus">
      <legend>{pick(PRODUCT_WORDS.focus)}</legend>
      <p className="hint">{pick(PRODUCT_WORDS.focusHint)}</p>
      {/* The picture is for a pointer; the two sliders are for everybody. */}
      <div
        className="focus-picture"
        onPointerDown={({ clientX, clientY, currentTarget }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect()
          put({ x: (100 * (clientX - left)) / width, y: (100 * (clientY - top)) / height })
        }}
      >
        <img src={address} alt="" width={picture.width} height={picture.height} />
        <span style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }} />
      </div>
      <Slider label={pick(PRODUCT_WORDS.focusAcross)} value={x} onValue={across => put({ x: across, y })} />
      <Slider label={pick(PRODUCT_WORDS.focusDown)} value={y} onValue={down => put({ x, y: down })} />
    </fieldset>
  )
}

interface SliderProps {
  readonly label: string
  /** Percent. */
  readonly value: number
  readonly onValue: (value: number) => void
}

function Slider({ label, value, onValue }: SliderProps) {
  return (
    <label>
      {label} {value}%
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        onChange={event => onValue(event.target.valueAsNumber)}
      />
    </label>
  )
}
