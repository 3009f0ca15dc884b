import { listNoticesCall, putNoticeCall, withdrawNoticeCall } from '@kippu/contract/console/notices'
import { judgeNoticeTexts } from '@kippu/domain/notice'
import type { FastifyInstance } from 'fastify'

import { listNotices } from '../../sites/notices/list-notices.ts'
import { putNotice } from '../../sites/notices/put-notice.ts'
import { withdrawNotice } from '../../sites/notices/withdraw-notice.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The notices of a house above every screen. */
export function noticeRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { clock, content } = parts.deps
  serveStaff(app, parts, listNoticesCall, async ({ params: { site: siteKey } }, { by }) => {
    const notices = await listNotices(by, { siteKey })
    const spoken = await content.langs(siteKey)
    const languages = spoken.map(async ({ id }) => {
      const texts = await content.texts(siteKey, id)
      const said = (key: string): string => texts.get(key) ?? ''
      return {
        id,
        information: said('notice_information'),
        warning: said('notice_warning'),
        english: said('notice_english'),
      }
    })
    return {
      notices: notices.map(({ id, severity, state, shownFrom, shownUntil, texts }) => ({
        id,
        severity,
        state,
        from: moment(shownFrom),
        until: moment(shownUntil),
        texts,
      })),
      languages: await Promise.all(languages),
    }
  })
  serveStaff(app, parts, putNoticeCall, async ({ params: { site: siteKey }, body }, { by }) => {
    const judged = judgeNoticeTexts(body.texts)
    if ('faults' in judged)
      throw invalid(judged.faults.map(({ lang, kind }) => ({ field: lang, rule: kind })))
    const { severity, from, until, replaces } = body
    const put = await putNotice(by, {
      siteKey,
      severity,
      from: from === null ? clock.now() : Date.parse(from),
      until: Date.parse(until),
      texts: judged.texts,
      replaces: replaces ?? undefined,
    })
    if (!('fault' in put)) return put
    switch (put.fault) {
      case 'over':
        throw invalid([{ field: 'until', rule: 'over' }])
      case 'too_many':
        throw invalid([{ field: 'notices', rule: 'too many' }])
      case 'gone':
        throw new ConsoleRefusal('changed meanwhile')
    }
  })
  serveStaff(app, parts, withdrawNoticeCall, async ({ params: { site: siteKey, notice } }, { by }) => {
    if (!/^\d{1,9}$/.test(notice) || !(await withdrawNotice(by, { siteKey, id: Number(notice) })))
      throw new ConsoleRefusal('not found')
    return {}
  })
}

function invalid(fields: ReadonlyArray<{ readonly field: string; readonly rule: string }>): ConsoleRefusal {
  return new ConsoleRefusal('invalid request', { fields })
}
