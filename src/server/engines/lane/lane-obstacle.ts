import { hasSubscribers } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';

/**
 * Why node's server has to read all requests itself, or undefined where the lane may: monitoring agents see requests through node's HTTP server,
 * and would see nothing of those in the lane.
 */
export function laneObstacle(): string | undefined {
  const channel = channels.find((name) => hasSubscribers(name));
  if (channel !== undefined) return `something subscribes to the diagnostics channel ${channel}`;
  const patched = [Server, SecureServer].some(({ prototype }) => prototype.emit !== EventEmitter.prototype.emit);
  return patched ? "something has patched Node's http module, as monitoring agents do" : undefined;
}

const channels = ['http.server.request.start', 'http.server.response.created', 'http.server.response.finish'];
