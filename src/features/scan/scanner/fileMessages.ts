import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Unusable } from '#src/features/scan/capture/decoder/code.ts'
import type { FileFailure } from './useFiles.ts'

/** Why a code cannot be submitted. */
export const unusableMessages: Record<Unusable, MessageDescriptor> = {
  too_long: msg`This code is longer than any ticket’s, so it cannot be sent. Look for another code on the ticket.`,
  binary: msg`This code holds data that is not text, so it is not a ticket’s. Look for another code on the ticket.`,
  blank: msg`This code is empty. Look for another code on the ticket.`,
}

/** What is wrong with a file, and what to do. Several messages where it holds several codes. */
export function fileMessages(failure: FileFailure): MessageDescriptor[] {
  switch (failure.kind) {
    case 'unusable':
      return failure.unusable.map((reason) => unusableMessages[reason])
    case 'none':
      return [msg`No QR code was found in it. The whole code should be in the picture, sharp and well lit.`]
    case 'unsupported':
      return failure.heif
        ? [msg`This browser cannot open HEIC pictures. Take a screenshot of the ticket and choose that.`]
        : [msg`This kind of file cannot be read. Choose a photo (JPEG, PNG, WebP) or a PDF.`]
    case 'too_large':
      return [msg`This file is too large to open. Take a screenshot of the ticket and choose that.`]
    case 'broken':
      return [msg`This file is damaged or empty. Choose another photo or PDF.`]
    case 'locked':
      return [msg`This PDF wants a password. Open it, take a screenshot of the ticket and choose that.`]
    case 'failed':
      return [msg`It could not be looked at just now. Check your connection and try again.`]
  }
}
