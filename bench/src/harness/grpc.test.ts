import { describe, expect, it } from "vitest";
import { countField, grpcMessages } from "./grpc.ts";

const field = (number: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([number * 8 + 2, text.length]), Buffer.from(text)]);

const framed = (message: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

describe("counting fields of gRPC requests", () => {
  it("counts each document that a request names", () => {
    const request = Buffer.concat([field(1, "database"), field(2, "members/a"), field(2, "boards/main")]);
    expect(countField(request, 2)).toBe(2);
    expect(countField(request, 3)).toBe(0);
  });

  it("does not count bytes inside another field that look like the field", () => {
    const inside = field(2, "nested").toString("latin1");
    expect(countField(field(1, inside), 2)).toBe(0);
  });

  it("skips numbers, fixed fields and fields with lengths of more than one byte", () => {
    const number = Buffer.from([3 * 8, 0x96, 0x01]);
    const fixed = Buffer.from([4 * 8 + 1, 1, 2, 3, 4, 5, 6, 7, 8, 5 * 8 + 5, 1, 2, 3, 4]);
    const long = Buffer.concat([Buffer.from([2 * 8 + 2, 0xc8, 0x01]), Buffer.alloc(200)]);
    expect(countField(Buffer.concat([number, fixed, long, field(2, "b")]), 2)).toBe(2);
  });

  it("splits the body into its messages", () => {
    const [first, second] = [field(2, "a"), field(2, "bc")];
    expect(grpcMessages(Buffer.concat([framed(first), framed(second)]))).toEqual([first, second]);
  });
});
