"""A minimal browser on WebKitGTK, for WebKitWebDriver. Unlike MiniBrowser, it keeps its profile when it is automated.

usage: webkitBrowser.py PROFILE
"""
import os
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
manager = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, 'data'), base_cache_directory=os.path.join(profile, 'cache')
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.get_cookie_manager().set_persistent_storage(
    os.path.join(profile, 'cookies.sqlite'), WebKit2.CookiePersistentStorage.SQLITE
)
context.set_automation_allowed(True)
windows = []


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_property('enable-page-cache', True)
    window = Gtk.Window(default_width=390, default_height=844)
    window.add(view)
    window.show_all()
    view.connect('close', lambda *_: window.destroy())
    windows.append(window)
    return view


def start(_context, session):
    session.set_application_info(WebKit2.ApplicationInfo())
    session.connect('create-web-view', open_view)


context.connect('automation-started', start)
Gtk.main()
