import type { Socket } from 'node:net';

import type { ReplyBody } from '../../../http/exchange.js';
import type { PieceFraming } from './lane.js';

/** Writes a piece of a reply's body; false where the next one should wait. An empty chunk would end the body, so empty pieces are passed over. */
export function writePiece(socket: Socket, piece: ReplyBody, framing: PieceFraming): boolean {
  if (piece.length === 0) return !socket.writableNeedDrain;
  if (framing === 'as it is') return socket.write(piece);
  socket.cork();
  socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n`, 'latin1');
  socket.write(piece);
  const goesOn = socket.write('\r\n', 'latin1');
  socket.uncork();
  return goesOn;
}
