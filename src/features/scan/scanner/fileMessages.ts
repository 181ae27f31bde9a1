import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { UnusableReason } from '#src/features/scan/capture/decoder/code.ts'
import type { FileFailure } from './useFiles.ts'

/** Why a code cannot be submitted. */
export const unusableMessages: Record<UnusableReason, MessageDescriptor> = {
  too_long: msg`This QR code is too long to be a ticket code. Look for another one on your ticket.`,
  binary: msg`This QR code isn’t a ticket code. Look for another one on your ticket.`,
  blank: msg`This QR code is empty. Look for another one on your ticket.`,
}

/** What is wrong with a file, and what to do. Several messages if it holds several codes. */
export function fileMessages(failure: FileFailure): MessageDescriptor[] {
  switch (failure.kind) {
    case 'unusable':
      return failure.unusable.map((reason) => unusableMessages[reason])
    case 'none':
      return [msg`No QR code found. Make sure the whole code is in the picture, sharp and well lit.`]
    case 'unsupported':
      return failure.heif
        ? [msg`This browser can’t open HEIC photos. Take a screenshot of the ticket and choose that.`]
        : [msg`We can’t read this kind of file. Choose a photo (JPEG, PNG, WebP) or a PDF.`]
    case 'too_large':
      return [msg`This file is too large to open. Take a screenshot of the ticket and choose that.`]
    case 'broken':
      return [msg`This file is damaged or empty. Choose another photo or PDF.`]
    case 'locked':
      return [msg`This PDF is password-protected. Open it, take a screenshot of the ticket and choose that.`]
    case 'failed':
      return [msg`We couldn’t open this file. Check your connection and try again.`]
  }
}
