import { findHeadlessChromium } from '../tools/test/chromium.ts'

/** Features that Playwright turns off. Chromium only respects the last such list, so they are repeated beside ours. */
const OFF_IN_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Pages that Chromium loads for the address bar of every new window, visible or not: twice the work of one of ours. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** A process that Chromium starts for a site that may be opened next. */
const IN_ADVANCE = 'SpareRendererForSitePerProcess'

/** The options with which the stories start Chromium. */
export const launchOptions = {
  executablePath: findHeadlessChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // The tabs of a visitor share a process (decision 89).
    '--process-per-site',
    '--disable-background-networking',
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR, IN_ADVANCE].join(',')}`,
  ],
}
