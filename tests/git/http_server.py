#!/usr/bin/env python3
"""A smart HTTP git server for tests: `git http-backend` behind basic authentication.

usage: ACCOUNT=USER:PASSWORD http_server.py DIRECTORY PORT_FILE [LOG]

Serves the bare repositories in DIRECTORY on 127.0.0.1 and writes its port to PORT_FILE.
Without the account's password: 401. A path that begins with /status-CODE/ is answered with that
status when something is pushed, and served else. LOG gets a line for each request.
"""
import base64
import http.server
import os
import subprocess
import sys

DIRECTORY, PORT_FILE = sys.argv[1:3]
LOG = sys.argv[3] if len(sys.argv) > 3 else os.devnull
ACCOUNT = os.environ["ACCOUNT"]
WANTED = "Basic " + base64.b64encode(ACCOUNT.encode()).decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status, body=b""):
        self.close_connection = True
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="tests"')
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            parts.append(self.rfile.read(size))
            self.rfile.readline()
            if size == 0:
                return b"".join(parts)

    def serve(self):
        body = self.body()
        path, _, query = self.path.partition("?")
        with open(LOG, "a") as log:
            log.write("%s %s\n" % (self.command, self.path))
        if self.headers.get("Authorization") != WANTED:
            return self.answer(401, b"who are you?\n")
        if path.startswith("/status-"):
            status, path = path[len("/status-"):].split("/", 1)
            path = "/" + path
            if "git-receive-pack" in self.path:
                return self.answer(int(status), b"not like that\n")
        env = dict(os.environ, GIT_PROJECT_ROOT=DIRECTORY, GIT_HTTP_EXPORT_ALL="1",
                   REMOTE_USER=ACCOUNT.split(":")[0], REMOTE_ADDR="127.0.0.1", PATH_INFO=path,
                   QUERY_STRING=query, REQUEST_METHOD=self.command,
                   CONTENT_TYPE=self.headers.get("Content-Type", ""),
                   CONTENT_LENGTH=str(len(body)),
                   HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
                   GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))
        done = subprocess.run(["git", "http-backend"], input=body, env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        head, _, rest = done.stdout.partition(b"\r\n\r\n")
        status, headers = 200, []
        for line in head.decode("latin-1").split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "status":
                status = int(value.split()[0])
            elif name:
                headers.append((name, value))
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest)

    do_GET = do_POST = serve


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
with open(PORT_FILE + ".new", "w") as out:
    out.write(str(server.server_address[1]))
os.rename(PORT_FILE + ".new", PORT_FILE)
server.serve_forever()
